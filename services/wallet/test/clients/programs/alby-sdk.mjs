// The NWC client of @getalby/sdk: everything a wallet of ours permits, printed as one line of JSON.
import { NWCClient } from '@getalby/sdk/nwc'

const [nostrWalletConnectUrl, foreign] = process.argv.slice(2)
const client = new NWCClient({ nostrWalletConnectUrl })
const info = await client.getInfo()
const { balance } = await client.getBalance()
const invoice = await client.makeInvoice({ amount: 21_000, description: 'Tea' })
const { preimage } = await client.payInvoice({ invoice: foreign })
const found = await client.lookupInvoice({ payment_hash: invoice.payment_hash })
const { transactions } = await client.listTransactions({})
const types = transactions.map(({ type }) => type)
console.log(JSON.stringify({ methods: info.methods, balance, invoice, preimage, state: found.state, types }))
process.exit(0)
