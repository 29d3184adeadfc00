export const curlExample = (siteUrl: string): string => `export FORMOSA=${siteUrl}
export FORMOSA_KEY=fmsa_live_...

# No key: the catalogue, and 2330 in a dataset of the Free tier.
curl "$FORMOSA/v1/data"
curl "$FORMOSA/v1/data/TaiwanStockPER?stock_id=2330&start_date=2026-01-01&limit=5"
# With a Free key every stock of that dataset; TaiwanStockPrice needs a Lite key.
curl -H "Authorization: Bearer $FORMOSA_KEY" "$FORMOSA/v1/data/TaiwanStockPER?stock_id=1101&limit=5"`

export const pandasExample = `import os, pandas as pd, requests

base = os.environ['FORMOSA']
headers = {'Authorization': 'Bearer ' + os.environ['FORMOSA_KEY']}

def read(dataset, **params):
    rows = []
    while True:
        answer = requests.get(f'{base}/v1/data/{dataset}', params=params, headers=headers)
        answer.raise_for_status()
        if 'X-Warning' in answer.headers:
            print(answer.headers['X-Warning'])
        page = answer.json()
        rows += page['data']
        if page['cursor'] is None:
            return pd.DataFrame(rows)
        params = {'cursor': page['cursor']}

ratios = read('TaiwanStockPER', stock_id='2330,2317', start_date='2026-01-01')  # Free
ratios['pe_ratio'] = pd.to_numeric(ratios['pe_ratio'])
print(ratios.pivot(index='trade_date', columns='stock_id', values='pe_ratio'))`

export const duckdbExample = `import duckdb

# Any DataFrame in scope is a table; decimals are exact when cast to DECIMAL.
print(duckdb.sql("""
    SELECT stock_id, max(pe_ratio::DECIMAL(18, 2)) AS highest
    FROM ratios GROUP BY stock_id
"""))

# On the machine that runs Formosa, the same rows stand in open Parquet files.
print(duckdb.sql("""
    SELECT * FROM 'data/demo/lake/current/TaiwanStockPER/*.parquet'
    WHERE stock_id = '2330' ORDER BY trade_date DESC LIMIT 5
"""))`

export const javascriptExample = `const base = process.env.FORMOSA
const headers = { Authorization: \`Bearer \${process.env.FORMOSA_KEY}\` }

async function* read(dataset, filters = {}) {
  let query = new URLSearchParams(filters)
  while (true) {
    const answer = await fetch(\`\${base}/v1/data/\${dataset}?\${query}\`, { headers })
    const page = await answer.json()
    if (!answer.ok) throw new Error(page.detail)
    yield* page.data
    if (page.cursor === null) return
    query = new URLSearchParams({ cursor: page.cursor })
  }
}

// Free
for await (const row of read('TaiwanStockPER', { stock_id: '2330', start_date: '2026-01-01' }))
  console.log(row.trade_date, row.pe_ratio)`

export const signUpExample = `curl -c jar -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"correct horse"}' "$FORMOSA/v1/auth/sign-up"

# Later, in another shell: log in, and see who you are.
curl -c jar -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"correct horse"}' "$FORMOSA/v1/auth/log-in"
curl -b jar "$FORMOSA/v1/me"`

export const keysExample = `curl -b jar "$FORMOSA/v1/keys"
curl -b jar -H 'Content-Type: application/json' -d '{"name":"laptop"}' "$FORMOSA/v1/keys"
curl -b jar -H 'Content-Type: application/json' -d '{"overlap_seconds":3600}' "$FORMOSA/v1/keys/2/rotate"
curl -b jar -X DELETE "$FORMOSA/v1/keys/3"`

export const retryExample = `import os, random, time, requests

def ask(path, tries=6):
    headers = {'Authorization': 'Bearer ' + os.environ['FORMOSA_KEY']}
    for attempt in range(tries):
        answer = requests.get(os.environ['FORMOSA'] + path, headers=headers)
        if answer.status_code != 429:
            if int(answer.headers.get('X-RateLimit-Remaining', 1000)) < 50:
                time.sleep(random.uniform(0.8, 1.2))
            return answer
        wait = answer.json()['retry_after_seconds'] * 2 ** attempt
        time.sleep(min(wait, 3600) * random.uniform(0.8, 1.2))
    answer.raise_for_status()`

export const askExample = `# Plus
curl -H "Authorization: Bearer $FORMOSA_KEY" -H 'Content-Type: application/json' \\
  -d '{"question":"外資連續三天買超的股票","max_rows":20}' "$FORMOSA/v1/ask"
curl -H "Authorization: Bearer $FORMOSA_KEY" -H 'Content-Type: application/json' \\
  -d '{"question":"Top 10 stocks by volume today"}' "$FORMOSA/v1/ask/explain"`

export const agentExample = `import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const prices = await (await fetch(process.env.FORMOSA + '/v1/agent')).json()
const client = new x402Client()
client.register(prices.network, new ExactEvmScheme(privateKeyToAccount(process.env.WALLET_KEY)))
const pay = wrapFetchWithPayment(fetch, client)

const answer = await pay(process.env.FORMOSA + '/v1/agent/TaiwanStockPrice?stock_id=2330&limit=5')
console.log(answer.headers.get('X-Receipt'), (await answer.json()).data)`
