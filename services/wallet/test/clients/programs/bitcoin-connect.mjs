// Sets the globals of a web page, which the package needs; then runs its LNbits wallet.
import { GlobalRegistrator } from '@happy-dom/global-registrator'

const [url, adminKey, foreign] = process.argv.slice(2)
const { fetch } = globalThis
GlobalRegistrator.register({ url })
// The network as a browser gives it to a page of the same origin.
globalThis.fetch = fetch
const { WebLNProviders } = await import('@getalby/bitcoin-connect')
const wallet = new WebLNProviders.LnbitsWebLNProvider(url, adminKey)
await wallet.enable()
const info = await wallet.getInfo()
const { balance } = await wallet.getBalance()
const { paymentRequest } = await wallet.makeInvoice({ amount: 21, defaultMemo: 'Tea' })
const { preimage } = await wallet.sendPayment(foreign)
const refusal = await wallet.sendPayment(foreign).then(
  () => 'none',
  (error) => error.message,
)
console.log(JSON.stringify({ alias: info.node.alias, balance, paymentRequest, preimage, refusal }))
process.exit(0)
