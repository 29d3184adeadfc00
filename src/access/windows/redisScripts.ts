import { type CommandParser, defineScript } from '@redis/client'
import { bucketCount } from './windows.ts'

/** A key's calls are a hash from bucket to number. The clock is the server's own, unless one is sent along. */
const clock = `
local bucketMs, now = tonumber(ARGV[1]), tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local bucket = math.floor(now / bucketMs)
`

type Clock = { readonly bucketMs: number; readonly now: number | null }

const open = (parser: CommandParser, key: string, { bucketMs, now }: Clock): void => {
  parser.pushKey(key)
  parser.push(String(bucketMs), now === null ? '' : String(now))
}

const numbers = (reply: unknown) => reply as unknown as number[]

/**
 * Answers allowed or not, the calls in the window, milliseconds until the oldest leaves it, the bucket counted in, and
 * by how many buckets the clock is behind the newest call.
 */
const take = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${clock}
local limit, counts = tonumber(ARGV[3]), ARGV[4] == '1'
local fields = redis.call('HGETALL', KEYS[1])
local newest = bucket
for i = 1, #fields, 2 do newest = math.max(newest, tonumber(fields[i])) end
local isFarBack = newest - bucket >= ${bucketCount}
local last = isFarBack and bucket or newest
local used, oldest, gone = 0, last, {}
for i = 1, #fields, 2 do
  local at = tonumber(fields[i])
  local isWithin = at > newest - ${bucketCount}
  if isWithin then used = used + tonumber(fields[i + 1]) end
  if isFarBack or not isWithin then gone[#gone + 1] = fields[i] else oldest = math.min(oldest, at) end
end
local isAllowed = used < limit
if isAllowed and counts then
  if #gone > 0 then redis.call('HDEL', KEYS[1], unpack(gone)) end
  redis.call('HINCRBY', KEYS[1], last, isFarBack and used + 1 or 1)
  redis.call('PEXPIRE', KEYS[1], (last + ${bucketCount} + 1) * bucketMs - now)
  used = used + 1
end
return { isAllowed and 1 or 0, used, (oldest + ${bucketCount}) * bucketMs - now, last, newest - bucket }`,
  parseCommand(parser: CommandParser, key: string, time: Clock, limit: number, counts: boolean) {
    open(parser, key, time)
    parser.push(String(limit), counts ? '1' : '0')
  },
  transformReply: numbers,
})

/** Answers the bucket of now, then buckets and their calls by turns. */
const read = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `${clock}
local answer = { bucket }
for i, value in ipairs(redis.call('HGETALL', KEYS[1])) do answer[i + 1] = tonumber(value) end
return answer`,
  parseCommand: open,
  transformReply: numbers,
})

const giveBack = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
if tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0) > 1 then return redis.call('HINCRBY', KEYS[1], ARGV[1], -1) end
return redis.call('HDEL', KEYS[1], ARGV[1])`,
  parseCommand(parser: CommandParser, key: string, bucket: number) {
    parser.pushKey(key)
    parser.push(String(bucket))
  },
  transformReply: numbers,
})

export const scripts = { take, read, giveBack }
