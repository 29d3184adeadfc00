/** Programs that pay by the call; each works as it stands once it has a wallet. */

export const typescriptClient = (service: string, network: string): string => `// npm install @x402/fetch @x402/evm viem
import { readFileSync } from 'node:fs'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const key = readFileSync(process.env.KEY_FILE!, 'utf8').trim() as \`0x\${string}\`
const client = new x402Client()
client.register('${network}', new ExactEvmScheme(privateKeyToAccount(key)))
const payingFetch = wrapFetchWithPayment(fetch, client)

const response = await payingFetch('${service}/v1/agent/TaiwanStockPER?stock_id=2330&limit=2')
if (response.status !== 200) throw new Error(\`\${response.status}: \${await response.text()}\`)
console.log(await response.json())
`

export const pythonClient = (service: string, most: number): string => `# pip install eth-account requests
import base64, json, os, secrets, time
import requests
from eth_account import Account

url = "${service}/v1/agent/TaiwanStockPER?stock_id=2330&limit=2"
wallet = Account.from_key(open(os.environ["KEY_FILE"]).read().strip())

unpaid = requests.get(url)
assert unpaid.status_code == 402, unpaid.text
terms = json.loads(base64.b64decode(unpaid.headers["PAYMENT-REQUIRED"]))
offer, typed = terms["accepts"][0], terms["eip712"]
assert int(offer["amount"]) <= ${most}, "more than I pay for a page"

message = {
    "from": wallet.address,
    "to": offer["payTo"],
    "value": offer["amount"],
    "validAfter": "0",
    "validBefore": str(int(time.time()) + offer["maxTimeoutSeconds"]),
    "nonce": "0x" + secrets.token_hex(32),
}
signed = wallet.sign_typed_data(
    typed["domain"],
    typed["types"],
    {**message, "value": int(message["value"]), "validAfter": 0,
     "validBefore": int(message["validBefore"]), "nonce": bytes.fromhex(message["nonce"][2:])},
)
payment = base64.b64encode(json.dumps({
    "x402Version": 2,
    "resource": terms["resource"],
    "accepted": offer,
    "payload": {"signature": "0x" + bytes(signed.signature).hex(), "authorization": message},
}).encode()).decode()

# A 503 means that the payment is pending: send the same payment again, never a new one.
for _ in range(30):
    paid = requests.get(url, headers={"PAYMENT-SIGNATURE": payment})
    if paid.status_code != 503:
        break
    time.sleep(int(paid.headers.get("Retry-After", 2)))
paid.raise_for_status()
print(paid.json())
`

export const commandLineClient = (service: string): string =>
  `npx formosa agent get TaiwanStockPER stock_id=2330 limit=2 \\
  --url ${service} --key-file "$KEY_FILE" --max 2000
`

export const mcpLines = (service: string): string =>
  `claude mcp add --transport http formosa ${service}/mcp --header "Authorization: Bearer fmsa_live_…"

{
  "mcpServers": {
    "formosa": {
      "url": "${service}/mcp",
      "headers": { "Authorization": "Bearer fmsa_live_…" }
    }
  }
}
`
