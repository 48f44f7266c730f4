// BlueWallet's class for LndHub. Prints what it read as one line of JSON.
import { LightningCustodianWallet } from 'blue-wallet/class/wallets/lightning-custodian-wallet'

async function main([uri, foreign, own, unpayable]) {
  const at = uri.lastIndexOf('@')
  const base = uri.slice(at + 1)
  const wallet = new LightningCustodianWallet()
  const why = (error) => error.message
  const valid = await LightningCustodianWallet.isValidNodeAddress(base)
  wallet.setBaseURI(base)
  await wallet.init()
  const account = await wallet.createAccount().then(() => 'made', why)
  wallet.setSecret(uri.slice(0, at))
  await wallet.authorize()
  await wallet.fetchBalance()
  const before = wallet.getBalance()
  const invoice = await wallet.addInvoice(21, 'Tea')
  const decoded = wallet.decodeInvoice(invoice)
  const remote = await wallet.decodeInvoiceRemote(invoice)
  await wallet.payInvoice(foreign)
  const { payment_preimage: preimage } = wallet.last_paid_invoice_result
  await wallet.payInvoice(own)
  const refusal = await wallet.payInvoice(unpayable).then(() => 'none', why)
  await wallet.refreshAcessToken()
  await wallet.fetchPendingTransactions()
  await wallet.fetchTransactions()
  await wallet.fetchUserInvoices()
  const generated = wallet.isInvoiceGeneratedByWallet(invoice)
  const listed = wallet.getTransactions().map(({ type, value, memo, ispaid }) => ({ type, value, memo, ispaid }))
  const owns = wallet.weOwnTransaction(decoded.payment_hash)
  const addresses = await wallet.fetchBtcAddress().then(() => wallet.refill_addressess, why)
  await wallet.fetchBalance()
  const after = wallet.getBalance()
  const read = {
    valid,
    account,
    before,
    after,
    invoice,
    decoded,
    remote,
    preimage,
    refusal,
    generated,
    listed,
    owns,
    addresses,
  }
  console.log(JSON.stringify(read))
  process.exit(0)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error)
  process.exit(1)
})
