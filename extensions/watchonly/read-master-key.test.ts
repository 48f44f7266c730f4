import { describe, expect, test } from 'vitest'
import { deriveAddress } from './derive-address.ts'
import { descriptorChecksum } from './descriptor-checksum.ts'
import { keyText, readMasterKey } from './read-master-key.ts'
import { FINGERPRINT, ROOT, tpubAt, xpubAt, ZPUB } from './world/sample-keys.ts'

describe('addresses of a key', () => {
  test.each([
    ['BIP-44', { masterpub: xpubAt("m/44'/0'/0'") }, [['0/0', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA']]],
    [
      'BIP-49',
      { masterpub: tpubAt("m/49'/1'/0'"), type: 'p2sh-p2wpkh' },
      [['0/0', '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2']],
    ],
    [
      'BIP-84',
      { masterpub: ZPUB },
      [
        ['0/0', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
        ['0/1', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
        ['1/0', 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
      ],
    ],
    [
      'BIP-86',
      { masterpub: xpubAt("m/86'/0'/0'"), type: 'p2tr' },
      [
        ['0/0', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
        ['0/1', 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
        ['1/0', 'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7'],
      ],
    ],
  ])('addresses match the vectors of %s', (_bip, wishes, expected) => {
    const master = readMasterKey(wishes)
    for (const [place = '', address] of expected) {
      const [branch, index] = place.split('/').map(Number)
      expect(deriveAddress(master, branch ?? 0, index ?? 0).address).toBe(address)
    }
  })

  test('children of a public key match vector 1 of BIP-32', () => {
    const { key } = readMasterKey({
      masterpub:
        'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
    })
    expect(key.deriveChild(1).publicExtendedKey).toBe(
      'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
    )
  })

  test('a descriptor gives the type of addresses and the origin of its key', () => {
    const descriptor = `wpkh([${FINGERPRINT}/84h/0'/0h]${xpubAt("m/84'/0'/0'")}/<0;1>/*)`
    for (const masterpub of [descriptor, `${descriptor}#${String(descriptorChecksum(descriptor))}`]) {
      const master = readMasterKey({ masterpub })
      expect(master).toMatchObject({ type: 'p2wpkh', network: 'mainnet', fingerprint: ROOT.fingerprint })
      expect(master.path).toEqual([0x80_00_00_54, 0x80_00_00_00, 0x80_00_00_00])
      expect(deriveAddress(master, 0, 0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    }
    expect(readMasterKey({ masterpub: `sh(wpkh(${tpubAt("m/49'/1'/0'")}/0/*))` })).toMatchObject({
      type: 'p2sh-p2wpkh',
      network: 'testnet',
    })
    expect(readMasterKey({ masterpub: `tr(${xpubAt("m/86'/0'/0'")})` }).type).toBe('p2tr')
    expect(readMasterKey({ masterpub: `pkh(${xpubAt("m/44'/0'/0'")})` }).type).toBe('p2pkh')
  })

  test('the JSON of a Specter wallet gives its descriptor', () => {
    const plain = `wpkh([${FINGERPRINT}/84h/0h/0h]${xpubAt("m/84'/0'/0'")}/0/*)`
    const descriptor = `${plain}#${String(descriptorChecksum(plain))}`
    const json = { label: 'Savings', blockheight: 800_000, descriptor, devices: [{ type: 'coldcard', label: 'CC' }] }
    for (const text of [JSON.stringify(json), `\n${JSON.stringify(json, null, 2)} `]) {
      expect(keyText(text)).toBe(descriptor)
      expect(readMasterKey({ masterpub: text })).toMatchObject({ type: 'p2wpkh', fingerprint: ROOT.fingerprint })
    }
    for (const text of ['{}', '{"descriptor": 7}', '{"descriptor": ']) {
      expect(() => readMasterKey({ masterpub: text })).toThrow('this JSON has no descriptor')
    }
  })

  test('checksums of descriptors match BIP-380', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm')
    expect(descriptorChecksum('raw(Ü)')).toBeUndefined()
  })
})
