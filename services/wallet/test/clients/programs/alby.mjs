// The connectors of Alby's browser extension. Prints what its pages would show, as one line of JSON.
import LnBits from 'alby/src/extension/background-script/connectors/lnbits'
import LndHub from 'alby/src/extension/background-script/connectors/lndhub'
import Nwc from 'alby/src/extension/background-script/connectors/nwc'

const CONNECTORS = { lnbits: LnBits, lndhub: LndHub, nwc: Nwc }

async function main([kind, config, foreign, unpayable]) {
  const connector = new CONNECTORS[kind]({}, JSON.parse(config))
  await connector.init()
  const info = (await connector.getInfo()).data
  const made = (await connector.makeInvoice({ amount: '21', memo: 'Tea' })).data
  const sent = (await connector.sendPayment({ paymentRequest: foreign })).data
  const unpaid = (await connector.checkPayment({ paymentHash: made.rHash })).data
  const why = (error) => String(error.message ?? error)
  const refusal = await connector.sendPayment({ paymentRequest: unpayable }).then(() => 'none', why)
  const { balance } = (await connector.getBalance()).data
  const { transactions } = (await connector.getTransactions()).data
  console.log(
    JSON.stringify({ alias: info.alias, methods: info.methods, made, sent, unpaid, refusal, balance, transactions }),
  )
  process.exit(0)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error)
  process.exit(1)
})
