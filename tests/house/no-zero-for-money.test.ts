import { expect, test } from 'vitest'
import { shipped } from './source-files.ts'

/** Places where 0 is meant. A test rejects lines that no file needs any more. */
const ZERO_IS_MEANT: Readonly<Record<string, string>> = {
  // Any amount, as the wire writes it
  'packages/lightning/src/backends/ldk-server/protobuf.ts': 'Protocol Buffers do not write a number that is 0.',
  'packages/lightning/src/backends/ldk-server/held-payments.ts': 'A hold of any amount is whole with whatever arrives.',
  'services/wallet/src/payments/receiving/create-invoice.ts': 'The row says that it takes any amount.',
  'extensions/lndhub/hub-answers.ts': 'LND decodes an invoice of any amount to 0.',
  'extensions/paywall/lnbits-paywall.ts': 'LNbits asks for the price by no amount or by 0.',
  // Nothing was asked for, promised, paid or found
  'packages/lightning/src/backends/phoenixd/phoenixd-calls.ts': 'A channel without the field receives nothing.',
  'services/wallet/src/ledger/ledger.ts': 'What is no wallet can spend nothing.',
  'services/wallet/src/extensions/host/serve/list-spend-grants.ts': 'Without a budget a package may spend nothing.',
  'services/wallet/src/extensions/host/stores/receipt-shares.ts': 'A receipt without a row has no share taken of it.',
  'services/wallet/src/extensions/system/stores/instance-commands.ts': 'The audit log writes no price as 0.',
  'services/wallet/src/import-lnbits/items/bills.ts': 'The report names part payments without a receipt.',
  'services/wallet/src/import-lnbits/items/events.ts': 'A ticket without a payment was given away.',
  'extensions/boltcards/taps.ts': 'A tap of an older version counted no fee against its limit.',
  'extensions/fossa/claim.ts': 'A claim of an older version counted no fee against its limit.',
  'extensions/tpos/cash-out.ts': 'A cash-out counts a fee once it is claimed.',
  'extensions/tpos/lnbits-till.ts': 'Most customers give no tip.',
  'extensions/lndhub/hub-routes.ts': 'The number of rows to skip.',
  'extensions/watchonly/choose-coins.ts': 'An address that no scan has seen has no coins.',
  'extensions/watchonly/scan-wallet.ts': 'An address that no scan has seen has no coins.',
  'extensions/watchonly/watchonly.ts': 'An address that no scan has seen has no coins.',
}

/** The books of the simulated node: its fees are those that its script names. */
const SIMULATED = 'packages/lightning/src/simulated/'

const ZERO = String.raw`(?:0n?\b(?![.\w])|ZERO\b|(?:msat|sat)\(0n?\))`
const FALLBACK = new RegExp(String.raw`(\S*(?:\([^()]*\))?)\s+(?:\?\?|\|\|)=?\s+(${ZERO})`, 'g')
/** `{ feeMsat = 0 }` of an object or of parameters. */
const DEFAULT = new RegExp(String.raw`[{(,]\s*(?:\w+: )?(\w+)(?:: \w+)?\s=\s(${ZERO})\s*(?=[,})])`, 'g')
/** A query for one amount. A sum always has a row. */
const QUERY = /\.first\(\s*[`'"]\s*SELECT (?!(?:CAST\()?COALESCE\(SUM\()[^`'"]*msat[^;]*$/
/** `(sums.get(key) ?? 0n) + more`, `add(sums.get(key) ?? ZERO, more)`: nothing was added yet. */
const RUNNING_SUM = /^(?:\) [+-]|,) /

const MONEY = new Set(
  [
    ['msat', 'msats', 'sat', 'sats', 'amount', 'amounts', 'balance', 'price', 'prices', 'cost', 'costs', 'fee', 'fees'],
    ['budget', 'cap', 'limit', 'paid', 'income', 'spending', 'sendable', 'withdrawable'],
  ].flat(),
)

const nameOf = (operand: string): string => /(\w+)(?:\([^()]*\))?[)\]]*$/.exec(operand)?.[1] ?? ''
const isMoney = (name: string): boolean =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .some((word) => MONEY.has(word))

/** Every place where an amount that is missing counts as nothing. */
function zerosIn(text: string): string[] {
  const fallbacks = [...text.matchAll(FALLBACK)].filter(({ 0: whole, 1: operand = '', 2: zero, index }) => {
    if (/\.get\([^()]*\)$/.test(operand) && RUNNING_SUM.test(text.slice(index + whole.length))) return false
    if (isMoney(nameOf(operand)) || !/^0n?$/.test(zero ?? '')) return true
    return operand.endsWith('))') && QUERY.test(text.slice(Math.max(0, index - 700), index + operand.length))
  })
  const defaults = [...text.matchAll(DEFAULT)].filter(([, name = '']) => isMoney(name))
  return [...fallbacks, ...defaults].map(([whole]) => whole.trim())
}

const found = shipped
  .filter(({ path }) => /^(?:(?:packages|services|apps)\/[\w-]+\/src|extensions)\//.test(path))
  .filter(({ path }) => !path.startsWith(SIMULATED))
  .flatMap(({ path, text }) => zerosIn(text).map((zero) => ({ path, zero })))

test('no missing amount of money counts as 0', () => {
  expect(found.filter(({ path }) => !Object.hasOwn(ZERO_IS_MEANT, path))).toEqual([])
})

test('each exception is needed', () => {
  const needed = new Set(found.map(({ path }) => path))
  expect(Object.keys(ZERO_IS_MEANT).filter((path) => !needed.has(path))).toEqual([])
})

test.each([
  'const fee = intent.feeMsat ?? 0',
  'const fee = intent.feeMsat || 0n',
  'paid(max_fee ?? 0)',
  'const { msat, feeMsat = 0, preimage } = intent',
  'const msat = toMsat(typed) ?? 0n',
  "satsIn(body, 'amount') ?? 0",
  'BigInt(readBalance(row) ?? 0)',
  'const available = found?.n ?? msat(0)',
  "(await db.first('SELECT available_msat AS n FROM balances WHERE wallet_id = $1', [id], (row) => row.n)) ?? 0n",
])('a missing amount is found in: %s', (text) => expect(zerosIn(text)).toHaveLength(1))

test.each([
  'const index = wave.at(-1)?.index ?? 0',
  'const spent = (spentByItem.get(itemId) ?? 0n) + ownMsat',
  'const tax = add(sums.get(line.tax) ?? ZERO, net)',
  "(await db.first('SELECT COALESCE(SUM(amount_msat), 0) AS n FROM payments', [], (row) => row.n)) ?? 0n",
  "(await db.first('SELECT MAX(id) AS n FROM events', [], (row) => row.n)) ?? 0n",
  'const feeMsat = 0',
])('nothing is found in: %s', (text) => expect(zerosIn(text)).toEqual([]))
