#!/usr/bin/env bash
# standardwebhooks 1.1.1 (npm), the reference library for verifying webhooks.
# Its `verify(body, headers)` reads plain objects only. A `Headers` object, which is what `request.headers` is in every
# handler of the Fetch API (Deno, Bun, Hono, Next.js, Workers), has all three headers and is refused with "Missing
# required headers". Convert it first: `Object.fromEntries(request.headers)`.
# Needs Node 20 or newer and npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1 >/dev/null

cat >verify.mjs <<'JS'
import { Webhook } from 'standardwebhooks'
const hook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
const [id, now, body] = ['msg_1', new Date(), '{"paid":true}']
const headers = new Headers({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now / 1000)),
  'webhook-signature': hook.sign(id, now, body),
})
const verify = (given) => {
  try {
    return JSON.stringify(hook.verify(body, given))
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`
  }
}
console.log(`as a plain object: ${verify(Object.fromEntries(headers))}`)
console.log(`as Headers: ${verify(headers)}`)
JS
seen=$(node verify.mjs)
echo "$seen"

# Seen on Node 20.20.2.
expected='as a plain object: {"paid":true}
as Headers: WebhookVerificationError: Missing required headers'
if [ "$seen" != "$expected" ]; then
  echo "changed: expected"
  echo "$expected"
  exit 1
fi
