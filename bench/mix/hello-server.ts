import { createServer } from 'node:http'

// The baseline: `node:http` with an answer as large as that of a wallet.
const BODY = JSON.stringify({
  id: '0'.repeat(36),
  name: 'wallet',
  balance: 1_000_000,
  adminkey: '0'.repeat(32),
  inkey: '0'.repeat(32),
})

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length })
  response.end(BODY)
}).listen(Number(process.env['PORT']), process.env['HOST'])
