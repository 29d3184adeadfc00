import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { clientFailures } from '../../src/cli/clients/clientFailures.ts'
import { root } from '../support/documents.ts'
import { python, withoutPandas, withoutPolars, withoutPython } from '../support/python.ts'
import { keyOf, type Service } from '../support/service.ts'
import { startServiceProxy } from '../support/serviceProxy.ts'
import { shareService } from '../support/sharedService.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-python-'))
const skip = withoutPython()
let service: Service
let keys: { readonly plus: string; readonly free: string }

before(async () => {
  service = await shareService()
  keys = { plus: await keyOf(service.home, 'plus'), free: await keyOf(service.home, 'free') }
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script with a client at hand; it fails where an assertion of it does. */
async function run(lines: string): Promise<string> {
  const head = 'import datetime, decimal, json, warnings\nimport formosa\nclient = formosa.Client()\n'
  const settings = { FORMOSA_URL: service.url, FORMOSA_KEY: keys.plus, FREE_KEY: keys.free }
  const { code, out, err } = await python(head + lines, settings)
  assert.equal(code, 0, err)
  assert.ok(!err.includes(keys.plus))
  return out
}

test('rows have dates, exact decimals or floats, integers and None, and are those of the service', {
  skip,
}, async () => {
  const out = await run(`
rows = list(client.rows("TaiwanStockPrice", stock_id=["2330", "2317"], start_date=datetime.date(2026, 10, 1), limit=7))
first = rows[0]
assert first["trade_date"] == datetime.date(2026, 11, 13), first
assert isinstance(first["close"], decimal.Decimal) and isinstance(first["volume"], int)
floats = next(client.rows("TaiwanStockPrice", stock_id="2330", decimals="float"))
assert isinstance(floats["close"], float)
assert [row["stock_id"] for row in client.rows("TaiwanStockPrice", max_rows=3, columns=["stock_id"])][0]
overview = {row["stock_id"]: row for row in client.rows("TaiwanStockOverview")}
assert overview["2330"]["delisting_date"] is None and overview["2330"]["is_active"] is True
pages = list(client.pages("TaiwanStockPrice", stock_id="2330", limit=100, max_rows=150))
assert [len(page.rows) for page in pages] == [100, 50] and pages[0].origin == "demo" and pages[0].rate_limit.tier == "plus"
rest = list(client.rows("TaiwanStockPrice", cursor=pages[0].cursor, limit=50, max_rows=50))
assert rest == pages[1].rows
where = {"call_put": "call", "trading_session": ["regular", "after_hours"], "min_strike_price": decimal.Decimal("20000")}
calls = list(client.rows("TaiwanOptionDaily", option_id="TXO", where=where, max_rows=20))
assert len(calls) == 20 and all(row["call_put"] == "call" and row["strike_price"] >= 20000 for row in calls), calls
assert calls == list(client.rows("TaiwanOptionDaily", option_id="TXO", max_rows=20, **where))
long = list(client.rows("TaiwanStockPrice", stock_id=["2330", "2317"], start_date="2026-09-01", decimals="float", sort="asc"))
wide = client.wide("TaiwanStockPrice", "close", ["2330", "2317"], "2026-09-01", frame="dict")
assert list(wide) == ["trade_date", "2317", "2330"], list(wide)
assert wide["2330"] == [row["close"] for row in long if row["stock_id"] == "2330"], wide
open_days = [row for row in client.rows("TaiwanStockTradingDate", start_date="2026-09-01", end_date=wide["trade_date"][-1])]
assert len(wide["trade_date"]) == len([row for row in open_days if not row["is_scheduled"]])
many = ["2330", "nothing", *[str(id) for id in range(10000, 10600)]]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    chosen = client.wide("TaiwanStockPrice", "close", many, "2026-09-01", frame="dict")
assert list(chosen) == ["trade_date", *many] and chosen["2330"] == wide["2330"] and set(chosen["nothing"]) == {None}
assert any("unknown_id" in str(one.message) for one in caught), [str(one.message) for one in caught]
try:
    client.wide("TaiwanStockMonthRevenue", "revenue", "2330", "2026-01-01")
    raise SystemExit("a first of a month is a trading day")
except ValueError as error:
    assert "calendar=False" in str(error), error
newest = list(client.rows("TaiwanStockPER", latest=True, stock_id=["2330", "2317"]))
assert len(newest) == 2
try:
    client.rows("TaiwanOptionDaily", where=where, call_put="put")
    raise SystemExit("call_put was given twice")
except ValueError as error:
    assert "call_put is given in where" in str(error), error
for bad in (dict(decimals="exact"), dict(max_rows=-1), dict(stock_id=["a,b"])):
    try:
        list(client.rows("TaiwanStockPrice", **bad))
        raise SystemExit("no ValueError for " + str(bad))
    except ValueError:
        pass
print(json.dumps([{name: str(value) for name, value in row.items()} for row in rows]))
`)
  const address = `${service.url}/v1/data/TaiwanStockPrice?stock_id=2330,2317&start_date=2026-10-01`
  const response = await fetch(address, { headers: { Authorization: `Bearer ${keys.plus}` } })
  const { data } = (await response.json()) as { data: Record<string, unknown>[] }
  const asText = data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  )
  assert.deepEqual(JSON.parse(out), asText)
})

test('known_at is an instant, and changes have the types of rows', { skip }, async () => {
  await run(`
row = next(client.rows("TaiwanStockPrice", stock_id="2330", include="known", columns=["close"], max_rows=1))
assert row["known_at"].isoformat() == "2026-11-13T17:30:00+08:00" and row["known_by"] == "observed", row
changes = list(client.changes("TaiwanStockMonthRevenue", since=datetime.date(2000, 1, 1), limit=50, max_rows=120))
assert len(changes) == 120 and all(one["recorded_at"].tzinfo for one in changes)
one = next(one for one in changes if one["after"] is not None)
assert isinstance(one["after"]["report_month"], datetime.date) and isinstance(one["after"]["revenue"], decimal.Decimal), one
`)
})

test('the other calls: catalogue, plan, gaps, key, questions', { skip }, async () => {
  await run(`
assert {entry["tier"] for entry in client.catalogue(tier="plus")} == {"plus"}
plan = client.plan("TaiwanStockPrice", stock_id="2330", limit=100)
assert plan.pages == -(-plan.rows // 100) and plan.remaining_calls == client.key_info()["remaining_this_hour"], plan
gaps = list(client.gaps("TaiwanStockPrice", stock_id="2330", start_date="2026-11-01"))
assert gaps and all(gap["reason"] == "closed" and isinstance(gap["start_date"], datetime.date) for gap in gaps)
assert client.key_info()["tier"] == "plus" and client.key_plan(5)["free_in_seconds"] == 0
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    answer = client.ask("台積電近五日收盤價", max_rows=2)
assert len(answer.rows) == 2 and answer.truncated and [str(w.message) for w in caught][0].startswith("truncated")
assert "SELECT" in client.explain_question("台積電近五日收盤價")["sql"].upper()
assert "fmsa" not in repr(client)
`)
})

test('warnings of the service are Python warnings, or go to the callback, once', { skip }, async () => {
  await run(`
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    list(client.rows("TaiwanStockPrice", stock_id=["2330", "2330.TW"], limit=10, max_rows=30))
assert [(w.category, str(w.message)) for w in caught] == [(formosa.FormosaWarning, "unknown_id stock_id 2330.TW (try 2330)")], caught
def here(call):
    """The line of a warning, counted from the call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [(w.filename, w.lineno - call.__code__.co_firstlineno) for w in caught]
wrong = dict(stock_id="2330.TW", max_rows=1)
def looped():
    for row in client.rows("TaiwanStockPrice", **wrong):
        pass
assert here(lambda: list(client.rows("TaiwanStockPrice", **wrong))) == [("<stdin>", 0)]
assert here(lambda: list(client.pages("TaiwanStockPrice", **wrong))) == [("<stdin>", 0)]
assert here(lambda: client.plan("TaiwanStockPrice", stock_id="2330.TW")) in ([("<stdin>", 0)], [])
assert here(lambda: client.ask("台積電近五日收盤價", max_rows=2)) == [("<stdin>", 0)]
assert here(looped) == [("<stdin>", 1)]
told = []
other = formosa.Client(on_warning=told.append)
list(other.rows("TaiwanStockPrice", stock_id="NOSUCH", period="annual"))
assert [(w.code, w.param, list(w.values)) for w in told] == [("not_applicable", "period", []), ("unknown_id", "stock_id", ["NOSUCH"])], told
`)
})

test('parameters that the client sets itself, or cannot read the answer of, are refused before any request', {
  skip,
}, async () => {
  await run(`
lost = formosa.Client("http://127.0.0.1:1", retry=formosa.RetryOptions(0))
def refused(call, **given):
    try:
        call("TaiwanStockPER", stock_id="2330", **given)
    except ValueError as error:
        return str(error)
    raise SystemExit("no ValueError for " + str(given))
for call in (lost.get, lost.rows, lost.pages, lost.gaps, lost.plan):
    assert refused(call, format="csv").startswith("format cannot be set here: the client reads JSON; use get()")
    assert "belongs to CSV" in refused(call, labels="zh") and "belongs to CSV" in refused(call, bom=True)
    assert "use plan()" in refused(call, dry_run=True)
    assert "decimals" in refused(call, decimals="number")
assert "use float" in refused(lost.get, decimals="number")
`)
})

test('a success whose body is another kind than JSON fails at once', { skip }, async () => {
  const proxy = await startServiceProxy(service.url)
  const headers = { 'Content-Type': 'text/html' }
  proxy.setFaults(() => ({ kind: 'answer', status: 200, headers, body: '<title>\n Log in</title>' }))
  try {
    await run(`
try:
    formosa.Client("${proxy.url}").key_info()
    raise SystemExit("it worked")
except formosa.UnexpectedResponseError as error:
    assert 'not JSON but text/html, beginning "<title> Log in</title>"' in str(error), error
`)
    assert.equal(proxy.requests().length, 1)
  } finally {
    await proxy.stop()
  }
})

test('every error of the registry has a class of its own, with the fields of its body', { skip }, async () => {
  const out = await run(`
print(json.dumps({code: [error.__name__, error.code, issubclass(error, formosa.FormosaError)] for code, error in formosa.ERROR_CLASSES.items()}))
`)
  assert.deepEqual(
    JSON.parse(out),
    Object.fromEntries(clientFailures.map(({ code, className }) => [code, [className, code, true]])),
  )
  await run(`
import os
def failing(call):
    try:
        call()
    except formosa.FormosaError as error:
        return error
    raise SystemExit("it worked")
bad = failing(lambda: list(client.rows("TaiwanStockPrice", start_date="2026-02-30")))
assert isinstance(bad, formosa.InvalidParameterError) and bad.errors[0]["param"] == "start_date" and bad.request_id in str(bad)
assert isinstance(failing(lambda: list(client.rows("TaiwanStockPrice", data_id="2330"))), formosa.UnknownParameterError)
unknown = failing(lambda: client.get("TaiwanStockPrise"))
assert unknown.suggestions[0] == "TaiwanStockPrice", unknown
assert "case-sensitive. Did you mean TaiwanStockPrice" in str(unknown) and "rows were given" not in str(unknown), unknown
assert "Did you mean TaiwanStockPrice" in str(failing(lambda: client.plan("TaiwanStockPrices")))
assert "您要找的可能是：TaiwanStockPrice" in str(failing(lambda: formosa.Client(language="zh-TW").plan("TaiwanStockPrise")))
theirs = str(failing(lambda: client.plan("TaiwanStockInfo")))
assert "TaiwanStockOverview" in theirs and "Did you mean" not in theirs, theirs
free = formosa.Client(key=os.environ["FREE_KEY"])
tier = failing(lambda: list(free.rows("TaiwanStockPrice")))
assert (tier.code, tier.required_tier, tier.current_tier) == ("tier_required", "lite", "free")
lost = failing(formosa.Client("http://127.0.0.1:1", retry=formosa.RetryOptions(1, 0.01)).key_info)
assert isinstance(lost, formosa.ConnectionError) and lost.attempts == 2
for wrong in (dict(url="ftp://a"), dict(url="http://a/?x=1"), dict(key="sécret")):
    try:
        formosa.Client(**wrong)
        raise SystemExit("no ValueError")
    except ValueError as error:
        assert "cret" not in str(error)
# An empty key is no key, also where the environment has one; an empty address is refused.
assert isinstance(failing(formosa.Client(key="").key_info), formosa.MissingKeyError)
try:
    formosa.Client(url="")
    raise SystemExit("no ValueError")
except ValueError:
    pass
def refused(kind, call):
    try:
        call()
    except kind as error:
        return str(error)
    raise SystemExit("no " + kind.__name__)
assert "url must be" in refused(TypeError, lambda: formosa.Client(5))
assert "timeout must be a number" in refused(ValueError, lambda: formosa.Client(timeout=0))
assert "RetryOptions" in refused(TypeError, lambda: formosa.Client(retry=5))
assert "retries must be" in refused(ValueError, lambda: formosa.Client(retry=formosa.RetryOptions(-1)))
assert "name of a dataset" in refused(ValueError, lambda: client.rows(""))
assert "name of a dataset" in refused(ValueError, lambda: client.get(None))
for given, reason in ((dict(max_rows="5"), "max_rows must be a whole number"), (dict(max_rows=2.5), "max_rows must be"),
                      (dict(limit="5"), "limit must be a whole number"), (dict(stock_id=b"2330"), "stock_id must be a str"),
                      (dict(stock_id={"a": 1}), "stock_id must be a str")):
    assert reason in refused(TypeError, lambda: client.rows("TaiwanStockPER", **given)), given
assert "files of bulk()" in refused(ValueError, lambda: client.download({}, "x"))
assert "is a folder" in refused(IsADirectoryError, lambda: client.download(dict(url="/v1/bulk/a", bytes=5, sha256="0"), "/"))
assert isinstance(failing(lambda: client.explain(None)), formosa.InvalidParameterError)
`)
})

test('a pandas frame has the right types, oldest first, also where it is empty', {
  skip: withoutPandas(),
}, async () => {
  await run(`
import pandas
unit = "us" if int(pandas.__version__.split(".")[0]) >= 3 else "ns"
day = "datetime64[" + unit + "]"
prices = client.get("TaiwanStockPrice", stock_id="2330", start_date="2026-06-01", limit=40)
kinds = {name: str(kind) for name, kind in prices.dtypes.items()}
assert kinds == {"stock_id": "string", "trade_date": day, "open": "float64", "high": "float64", "low": "float64",
                 "close": "float64", "volume": "Int64", "turnover": kinds["turnover"], "trade_count": "Int64", "spread": "float64"}, kinds
assert prices.trade_date.is_monotonic_increasing and prices.trade_date.iloc[-1] == pandas.Timestamp("2026-11-13")
change = prices.close.pct_change()
assert change.isna().sum() == 1 and change.abs().max() < 0.11
empty = client.get("TaiwanStockPrice", stock_id="2330", start_date="1990-01-01", end_date="1990-01-02")
assert len(empty) == 0 and {name: str(kind) for name, kind in empty.dtypes.items()} == kinds
assert list(client.get("TaiwanStockPrice", stock_id="2330", start_date="1990-01-01", end_date="1990-01-02", columns=["close", "stock_id"])) == ["stock_id", "close"]
exact = client.get("TaiwanStockPrice", stock_id="2330", max_rows=3, decimals="decimal")
assert isinstance(exact.close[0], decimal.Decimal)
overview = client.get("TaiwanStockOverview")
assert str(overview.is_active.dtype) == "boolean" and str(overview.delisting_date.dtype) == day and overview.delisting_date.isna().any()
wide = client.get("TaiwanStockPrice", stock_id=["2330", "2317"], start_date="2026-10-01", columns="trade_date,stock_id,close").pivot(index="trade_date", columns="stock_id", values="close")
assert list(wide) == ["2317", "2330"]
frame = client.wide("TaiwanStockPrice", "close", ["2330", "2317"], "2026-10-01")
assert list(frame) == ["2317", "2330"] and frame.index.name == "trade_date" and frame.shape == wide.shape, frame
assert (frame.values == wide.values).all() and str(frame["2330"].dtype) == "float64"
from formosa._frames import pandas_frame
made = pandas_frame("TaiwanRelatedNews", ["published_at"], [{"published_at": "2026-11-13T09:00:00+08:00"}, {"published_at": None}], "float")
assert str(made.published_at.dtype) == "datetime64[" + unit + ", Asia/Taipei]", made.dtypes
`)
})

test('a polars frame has the right types', { skip: withoutPolars() }, async () => {
  await run(`
import polars
prices = client.get("TaiwanStockPrice", stock_id="2330", frame="polars")
assert prices.schema["trade_date"] == polars.Date and prices.schema["close"] == polars.Float64 and prices.schema["volume"] == polars.Int64
wide = client.wide("TaiwanStockPrice", "close", "2330", "2026-10-01", frame="polars")
assert wide.schema == {"trade_date": polars.Date, "2330": polars.Float64} and wide.height > 20, wide
exact = client.get("TaiwanStockPrice", stock_id="2330", frame="polars", decimals="decimal")
assert exact.schema["close"] == polars.Decimal(38, 4)
`)
})

test('a Parquet file is downloaded whole, goes on where it was, and never has another hash', { skip }, async () => {
  await run(`
import hashlib, os, tempfile
folder = tempfile.mkdtemp()
file = [each for each in client.bulk()["datasets"] if each["dataset"] == "GoldPrice"][0]["files"][0]
path = client.download(file, os.path.join(folder, "gold.parquet"))
data = open(path, "rb").read()
assert len(data) == file["bytes"] and hashlib.sha256(data).hexdigest() == file["sha256"] and os.listdir(folder) == ["gold.parquet"]
for part in (data[:100], b"x" * 100, data + b"more"):
    open(path + ".part", "wb").write(part)
    os.remove(path)
    client.download(file, path)
    assert open(path, "rb").read() == data and os.listdir(folder) == ["gold.parquet"]
try:
    client.download(dict(file, sha256="0" * 64), path)
    raise SystemExit("no error")
except (ValueError, formosa.FormosaError):
    assert open(path, "rb").read() == data
`)
})

test('without pandas or polars, the error says what to do', { skip }, async () => {
  await run(`
import sys
for name in ("pandas", "polars"):
    sys.modules[name] = None
    try:
        client.get("TaiwanStockPrice", stock_id="2330", max_rows=1, frame=name)
        raise SystemExit("no ImportError")
    except ImportError as error:
        assert "pip install " + name in str(error)
`)
})

const installer = 'import setuptools, wheel, pip'
const pip = ['python3', '/usr/bin/python3'].find((path) => spawnSync(path, ['-c', installer]).status === 0)
const withoutPip = pip === undefined && 'pip with setuptools and wheel not found: install python3-pip and python3-wheel'

test('the package installs without an internet connection, with its types', { skip: skip || withoutPip }, async () => {
  const [copy, target] = [join(folder, 'package'), join(folder, 'installed')]
  cpSync(join(root, 'clients/python'), copy, { recursive: true })
  const words = ['-m', 'pip', 'install', '--no-index', '--no-build-isolation', '--no-deps', '--target', target, copy]
  // The event loop must go on: other files of the process have connections open.
  await promisify(execFile)(pip!, words)
  assert.ok(existsSync(join(target, 'formosa/py.typed')))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const script = 'import formosa; print(formosa.__version__)'
  const used = await promisify(execFile)(pip!, ['-c', script], { env: { PYTHONPATH: target } })
  assert.equal(used.stdout.trim(), version)
  assert.ok(readdirSync(target).includes(`formosa_data-${version}.dist-info`))
})
