/* Plays a whole game with types generated from the contract: `node game.js URL BODY`, BODY being that of createGame.

   It does what the client guide asks of a client: it takes up what it knows and passes over what it does not. The last
   line that it writes is JSON: the game's id, its status, the types of the events that it saw. */

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
type LegalAction = Schemas["LegalAction"];

/** The actions that this client knows, those first that it would rather take. */
const PREFERENCE = ["uno", "play", "choose", "draft", "next_round", "challenge", "pass", "draw", "catch"];

const [url, body] = process.argv.slice(2);
if (url === undefined || body === undefined) throw new Error("URL and BODY are needed");
/* Of what an operation may answer, this client takes JSON: the events as a page, not as a stream. */
const api = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: url });

/** What was asked for, or an error that names the problem's code. */
function good<T>(answer: { data?: T; error?: { code: string; detail: string } }): T {
  if (answer.error !== undefined) throw new Error(`${answer.error.code}: ${answer.error.detail}`);
  if (answer.data === undefined) throw new Error("there is no body");
  return answer.data;
}

async function take(token: string, id: string, action: LegalAction): Promise<Schemas["View"]> {
  const request = { params: { path: { id } }, headers: { Authorization: `Bearer ${token}` } };
  const needs = action.needs ?? [];
  switch (action.action) {
    case "play": {
      const { card, then } = action;
      if (card === undefined) throw new Error("a play names its card");
      const color: Schemas["Color"] | null = needs.includes("color") ? "red" : null;
      return good(await api.POST("/v1/games/{id}/play", { ...request, body: { card, color, then } })).game;
    }
    case "choose": {
      const choice: Schemas["ChoiceRequest"] = needs.includes("seat") ? { seat: action.seats?.[0] } : { color: "green" };
      return good(await api.POST("/v1/games/{id}/choose", { ...request, body: choice })).game;
    }
    case "catch":
      if (action.seat === undefined) throw new Error("a catch names its seat");
      return good(await api.POST("/v1/games/{id}/catch", { ...request, body: { seat: action.seat } })).game;
    case "draft":
      return good(await api.POST("/v1/games/{id}/draft", { ...request, body: { keep: true } })).game;
    case "challenge":
      return good(await api.POST("/v1/games/{id}/challenge", request)).game;
    case "uno":
      return good(await api.POST("/v1/games/{id}/uno", request)).game;
    case "pass":
      return good(await api.POST("/v1/games/{id}/pass", request)).game;
    case "draw":
      return good(await api.POST("/v1/games/{id}/draw", request)).game;
    default:
      return good(await api.POST("/v1/games/{id}/next-round", request)).game;
  }
}

const created = good(await api.POST("/v1/games", { body: JSON.parse(body) as Schemas["NewGame"] }));
const id = created.game.id;
const refused = await api.POST("/v1/games/{id}/draw", { params: { path: { id } } });
if (refused.error?.code !== "token_required") throw new Error("a draw without a token must be refused");

let view = created.game;
while (view.status !== "finished" && view.status !== "abandoned") {
  const token = created.seats[view.turn?.seat ?? 0]?.token ?? "";
  const headers = { Authorization: `Bearer ${token}` };
  const mine = good(await api.GET("/v1/games/{id}", { params: { path: { id } }, headers }));
  const known = (mine.you?.legal_actions ?? []).filter(({ action }) => PREFERENCE.includes(action));
  known.sort((one, other) => PREFERENCE.indexOf(one.action) - PREFERENCE.indexOf(other.action));
  const [first] = known;
  if (first === undefined) throw new Error("there is nothing that this client knows to do");
  view = await take(token, id, first);
}

const sheet = good(await api.GET("/v1/games/{id}/score", { params: { path: { id } } }));
if (`${sheet.winners}` !== `${view.winners}`) throw new Error("the score sheet has other winners");
const types = new Set<string>();
for (let after = 0, more = true; more; ) {
  const page = good(await api.GET("/v1/games/{id}/events", { params: { path: { id }, query: { after, limit: 200 } } }));
  for (const event of page.events) types.add(event.type);
  [after, more] = [page.last, page.has_more];
}
console.log(JSON.stringify({ id, status: view.status, types: [...types].sort() }));
