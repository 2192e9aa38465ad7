-- Stores one change of one game, whole or not at all.
--
-- KEYS: 1 the snapshot, 2 the stream of events, 3 the hash of receipts; all in one slot
-- ARGV: 1 how the present snapshot must begin; empty: there must be none
--       2 the new snapshot
--       3 seconds that everything of the game has to live, but for its receipts: see 9
--       4 the id of this operation
--       5 the channel on which it is told, 6 in which words
--       7 the id of its first event
--       8 the number of its events, n
--       9 seconds that the receipts have to live
--       10 ... 9 + n the events
--       then, only for a request with an Idempotency-Key:
--       the caller, the key (all keys have the same length), how many receipts the caller keeps, the receipt
--
-- Returns 1 if the change is stored, by this very call or by an earlier one with the same operation id;
-- 0 if the game is at another version, and nothing was done.

local expected, operation, first, count = ARGV[1], ARGV[4], ARGV[7], tonumber(ARGV[8])
local start = redis.call('GETRANGE', KEYS[1], 0, math.max(#expected - 1, 0))

if start ~= expected then
  local found = redis.call('XRANGE', KEYS[2], first, first)[1]
  if found and found[2][4] == operation then
    -- Whoever waits for replicas now has to have written something: this changes nothing.
    local left = redis.call('PTTL', KEYS[2])
    if left > 0 then
      redis.call('PEXPIRE', KEYS[2], left)
    end
    return 1
  end
  return 0
end

-- The first write is one that a full server refuses: after it nothing can fail any more.
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])

redis.call('XADD', KEYS[2], first .. '-0', 'e', ARGV[10], 'op', operation)
for i = 1, count - 1 do
  redis.call('XADD', KEYS[2], (first + i) .. '-0', 'e', ARGV[10 + i])
end
redis.call('EXPIRE', KEYS[2], ARGV[3])

local caller = ARGV[10 + count]
if caller then
  local key, limit, receipt = ARGV[11 + count], tonumber(ARGV[12 + count]), ARGV[13 + count]
  local order = redis.call('HGET', KEYS[3], caller) or ''
  local again = string.find(order, key, 1, true)
  if again then
    order = order:sub(1, again - 1) .. order:sub(again + #key)
  end
  order = order .. key
  if #order > limit * #key then
    redis.call('HDEL', KEYS[3], caller .. ':' .. order:sub(1, #key))
    order = order:sub(#key + 1)
  end
  redis.call('HSET', KEYS[3], caller, order, caller .. ':' .. key, receipt)
end
redis.call('EXPIRE', KEYS[3], ARGV[9])

-- Nobody may depend on hearing of it: where publishing is not allowed, the change is stored all the same.
redis.pcall('PUBLISH', ARGV[5], ARGV[6])
return 1
