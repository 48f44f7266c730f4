import { expect, test } from 'vitest'
import { nameOfSignerCode, signerCodeOf } from './signer-code.ts'

const BASE64 = 'cHNidP8BAHECAAAAAaurq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAAD9////AmDqAAAAAAAA'
const HEX = Buffer.from(BASE64, 'base64').toString('hex')
const TRANSACTION = `0200000000010100${'ab'.repeat(80)}`

test.each([
  ['PSBT', BASE64],
  ['PSBT', ` ${BASE64}\n`],
  ['PSBT', HEX],
  ['PSBT', HEX.toUpperCase()],
  ['PSBT', 'UR:CRYPTO-PSBT/1-3/LPADAXCFAOCYCYLOJSJT'],
  ['PSBT', 'ur:psbt/hdcxlkahssqzwfvslofzoxwkrewngotktbmwjkwdcmnefsaaehrlolkskncnktlbaypk'],
  ['BBQr', 'B$2P0200OVGZ4YQPAAAAAAAA'],
  ['UR crypto-account', 'UR:CRYPTO-ACCOUNT/OEADCYCWMWOLGUAOLYTAADDLOE'],
  ['UR bytes', 'ur:bytes/1-2/lpadaxcfaocycyl'],
  ['TX', TRANSACTION],
  ['TX', TRANSACTION.toUpperCase()],
])("a signing device's code is recognised: %s", (name, text) => {
  const code = signerCodeOf(text)
  expect(code && nameOfSignerCode(code)).toBe(name)
})

test.each([[BASE64], [HEX]])('a complete PSBT is read: %.10s', (text) => {
  expect(signerCodeOf(text)).toEqual({ kind: 'psbt', base64: BASE64 })
})

test.each([
  ['lnbc10u1pexample'],
  ['LNURL1DP68GURN8GHJ7MRWW4EXCTNZD9NHXATW9EU8J730D3H82UNV9ANXCT'],
  ['bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.001'],
  ['https://pay.example/withdraw/p/abc'],
  ['alice@pay.example'],
  ['B$'],
  ['ab'.repeat(32)],
  [''],
])("a payable or unknown code is not taken for a signing device's: %s", (text) => {
  expect(signerCodeOf(text)).toBeUndefined()
})
