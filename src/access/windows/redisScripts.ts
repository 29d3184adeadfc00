import { type CommandParser, defineScript } from '@redis/client'
import { bucketCount } from './windows.ts'

/**
 * A key's calls are a hash from bucket to number. The clock is the server's own, unless one is sent along, moved on by as
 * many milliseconds as it was set back before.
 */
const clock = `
local bucketMs, now = tonumber(ARGV[1]), tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
now = now + shiftMs
local bucket = math.floor(now / bucketMs)
`

export type Clock = { readonly bucketMs: number; readonly now: number | null; readonly shiftMs: number }

const open = (parser: CommandParser, key: string, { bucketMs, now, shiftMs }: Clock): void => {
  parser.pushKey(key)
  parser.push(String(bucketMs), now === null ? '' : String(now), String(shiftMs))
}

const numbers = (reply: unknown) => reply as unknown as number[]

/**
 * Answers allowed or not, the calls in the window, milliseconds until the oldest leaves it, the bucket counted in, and
 * by how many buckets the clock is behind the newest call.
 */
const take = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `local shiftMs = tonumber(ARGV[3])${clock}
local limit, counts = tonumber(ARGV[4]), ARGV[5] == '1'
local fields = redis.call('HGETALL', KEYS[1])
local newest = bucket
for i = 1, #fields, 2 do newest = math.max(newest, tonumber(fields[i])) end
local used, oldest, gone = 0, newest, {}
for i = 1, #fields, 2 do
  local at = tonumber(fields[i])
  local isWithin = at > newest - ${bucketCount}
  if isWithin then
    used = used + tonumber(fields[i + 1])
    oldest = math.min(oldest, at)
  else gone[#gone + 1] = fields[i] end
end
local isAllowed = used < limit
if isAllowed and counts then
  if #gone > 0 then redis.call('HDEL', KEYS[1], unpack(gone)) end
  redis.call('HINCRBY', KEYS[1], newest, 1)
  redis.call('PEXPIRE', KEYS[1], (newest + ${bucketCount} + 1) * bucketMs - now)
  used = used + 1
end
return { isAllowed and 1 or 0, used, (oldest + ${bucketCount}) * bucketMs - now, newest, newest - bucket }`,
  parseCommand(parser: CommandParser, key: string, time: Clock, limit: number, counts: boolean) {
    open(parser, key, time)
    parser.push(String(limit), counts ? '1' : '0')
  },
  transformReply: numbers,
})

/** Answers the bucket of now, then buckets and their calls by turns. */
const read = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `local shiftMs = tonumber(ARGV[3])${clock}
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

/**
 * Answers by how many milliseconds the clock of the windows is ahead of the time of day, which grows where that has gone
 * back since the last look, by this client or another. A client may know of a later time than was looked at.
 */
const tick = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
local kept = redis.call('HMGET', KEYS[1], 'latest', 'shiftMs')
local shiftMs = math.max(tonumber(kept[2] or '0'), tonumber(ARGV[3]))
${clock}
local latest = math.max(tonumber(kept[1] or '0'), tonumber(ARGV[4]))
if now < latest then
  shiftMs = shiftMs + latest - now
  now = latest
end
redis.call('HSET', KEYS[1], 'latest', string.format('%.0f', now), 'shiftMs', string.format('%.0f', shiftMs))
return { shiftMs }`,
  parseCommand(parser: CommandParser, key: string, time: Clock, latest: number) {
    open(parser, key, time)
    parser.push(String(latest))
  },
  transformReply: numbers,
})

export const scripts = { take, read, giveBack, tick }
