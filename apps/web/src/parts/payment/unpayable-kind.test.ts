import { expect, test } from 'vitest'
import { isSecret, unpayableKind } from './unpayable-kind.ts'

const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const NODE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const SEED = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

/** Letters of Bech32, so many. */
const letters = (count: number): string => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.repeat(6).slice(0, count)

test.each([
  ['private-key', XPRV],
  ['private-key', `wpkh([d34db33f/84h/0h/0h]${XPRV}/0/*)`],
  ['private-key', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
  ['private-key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
  ['private-key', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg'],
  ['private-key', `nsec1${letters(58)}`],
  ['seed', SEED],
  ['seed', SEED.toUpperCase().replaceAll(' ', '\n')],
  [
    'seed',
    SEED.split(' ')
      .map((word, index) => `${index + 1}. ${word}`)
      .join('   '),
  ],
  ['seed', 'ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar'],
  ['seed', '的 一 是 在 不 了 有 和 人 这 中 大'],
  [
    'wallet-access',
    `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss%3A%2F%2Frelay.example&secret=${'cd'.repeat(32)}`,
  ],
  ['wallet-access', 'lndconnect://node.example:10009?cert=MIIC&macaroon=AgEDbG5k'],
  ['wallet-access', 'lndhub://admin:secret@https://pay.example/lndhub/ext/'],
  ['wallet-access', 'otpauth://totp/Satchel:ada?secret=JBSWY3DPEHPK3PXP'],
  ['ecash', `cashuAeyJ0b2tlbiI6W3sibWludCI6Imh0dHBzOi8vbWludC5leGFtcGxlIn1dfQ==`],
  ['ecash', `cashu:cashuB${'o2F0gaJh'.repeat(8)}`],
  ['hash', 'ab'.repeat(32)],
  ['public-key', XPUB],
  ['public-key', `wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)#8zl0zxma`],
  ['public-key', `{"label":"Cold","descriptor":"wpkh(${XPUB}/0/*)"}`],
  ['node', NODE],
  ['node', `${NODE}@203.0.113.7:9735`],
  ['node', `${NODE}@node.example`],
  [
    'payment-code',
    `PM8TJTLJbPRGxSbc8EJi42Wrr6QbNSaSSVJ5Y3E4pbCYiTHUskHg13935Ubb7q8tx9GVbh2UuRnBc3WSyJHhUrw8KhprKnn9eDznYGieTzFcwQRya4GA`,
  ],
  ['payment-code', `sp1q${letters(112)}`],
  ['nostr', `npub1${letters(58)}`],
  ['nostr', `nostr:nprofile1${letters(80)}`],
  ['other-coin', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['other-coin', 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7'],
  ['other-coin', `ltc1q${letters(38)}`],
  ['bolt12', `lni1${letters(120)}`],
  ['bolt12', `LNR1${letters(60).toUpperCase()}`],
])('what a person takes for something to pay is named: %s, %s', (is, text) => {
  expect(unpayableKind(` ${text}\n`)).toMatchObject({ is })
})

test('a pasted code of a signing device is named as by the camera', () => {
  const psbt = 'cHNidP8BAHECAAAAAaurq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAAD9////AmDqAAAAAAAA'
  expect(unpayableKind(psbt)).toEqual({ is: 'signer-code', name: 'PSBT' })
  expect(unpayableKind(`0200000000010100${'ab'.repeat(80)}`)).toEqual({ is: 'signer-code', name: 'TX' })
})

test('texts that give access to money are secrets, and public ones are not', () => {
  const secrets = [XPRV, SEED, 'lndconnect://x', 'ab'.repeat(32), `cashuA${'x'.repeat(30)}`]
  expect(secrets.map((text) => unpayableKind(text)).map((kind) => kind !== undefined && isSecret(kind))).toEqual(
    secrets.map(() => true),
  )
  const shown = [XPUB, NODE, `npub1${letters(58)}`]
  expect(shown.map((text) => unpayableKind(text)).map((kind) => kind !== undefined && isSecret(kind))).toEqual(
    shown.map(() => false),
  )
})

test.each([
  ['alice@pay.example'],
  ['lightning:alice@pay.example'],
  [`lnbc10u1p${letters(200)}`],
  [`LNURL1${letters(80).toUpperCase()}`],
  [`lno1${letters(80)}`],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.001'],
  ['https://pay.example/withdraw/p/abc'],
  [`Dear all, please pay the invoice lnbc10u1p${letters(200)} as soon as you can, thank you very much indeed`],
  ['Please send the money for the tickets to alice@pay.example before the end of the month'],
  ['hello'],
])('any other text is left to the service: %.40s', (text) => {
  expect(unpayableKind(text)).toBeUndefined()
})

test('a long text is classified in milliseconds', () => {
  const begun = performance.now()
  for (const text of [
    `${'ab '.repeat(5_000)}!`,
    ' '.repeat(16_000),
    `${'a'.repeat(16_000)}!`,
    `tr(${'('.repeat(16_000)}`,
  ])
    unpayableKind(text)
  expect(performance.now() - begun).toBeLessThan(500)
})
