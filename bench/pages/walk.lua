-- Asks for addresses of a list at random, each time with another key; wrk's own arguments: the list of addresses, the
-- list of Authorization headers, the content coding to accept, the milliseconds between an answer and the next request,
-- and "fresh" where no address may come twice.
local requests = {}
local ends = {}
local isFresh, count = false, 0

local function linesOf(path)
  local lines = {}
  for line in io.lines(path) do
    lines[#lines + 1] = line
  end
  return lines
end

function init(args)
  math.randomseed(1)
  local addresses, keys = linesOf(args[1]), linesOf(args[2])
  if args[3] ~= "identity" then
    wrk.headers["Accept-Encoding"] = args[3]
  end
  for i = 0, math.max(#addresses, 8 * #keys) - 1 do
    wrk.headers["Authorization"] = keys[i % #keys + 1]
    requests[i + 1] = wrk.format("GET", addresses[i % #addresses + 1])
  end
  local pause = tonumber(args[4])
  if pause > 0 then
    -- wrk asks for it before each request, which costs time where there is nothing to wait for.
    function delay()
      return pause
    end
  end
  isFresh = args[5] == "fresh"
  if isFresh then
    for i, text in ipairs(requests) do
      local at = string.find(text, " HTTP/1.1", 1, true)
      requests[i], ends[i] = string.sub(text, 1, at - 1), string.sub(text, at)
    end
  end
end

function request()
  local i = math.random(#requests)
  if not isFresh then
    return requests[i]
  end
  count = count + 1
  -- A parameter without effect.
  return requests[i] .. "&aggregate=" .. count .. ends[i]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"bytes":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
