-- Asks for addresses of a list at random; wrk's own arguments: the list, the Authorization header.
local requests = {}

function init(args)
  math.randomseed(1)
  wrk.headers["Authorization"] = args[2]
  for line in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", line)
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"bytes":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
