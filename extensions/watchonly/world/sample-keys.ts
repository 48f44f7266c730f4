import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'

/** For tests: keys of the words `abandon … about`, from which the vectors of BIP-49, 84 and 86 start. */
export const ROOT = HDKey.fromMasterSeed(
  hex.decode(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
      '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
)
export const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
export const xpubAt = (path: string): string => ROOT.derive(path).publicExtendedKey
const TEST = { public: 0x04_35_87_cf, private: 0x04_35_83_94 }
export const tpubAt = (path: string): string =>
  new HDKey({ ...fieldsOf(ROOT.derive(path)), versions: TEST }).publicExtendedKey
/** With the private key, for signers. */
export const ROOT_TPRV = new HDKey({
  depth: 0,
  index: 0,
  parentFingerprint: 0,
  ...(ROOT.chainCode !== null && { chainCode: ROOT.chainCode }),
  ...(ROOT.privateKey !== null && { privateKey: ROOT.privateKey }),
  versions: TEST,
}).privateExtendedKey
const fieldsOf = ({ depth, index, chainCode, parentFingerprint, publicKey }: HDKey) => ({
  depth,
  index,
  parentFingerprint,
  ...(chainCode !== null && { chainCode }),
  ...(publicKey !== null && { publicKey }),
})
export const FINGERPRINT = ROOT.fingerprint.toString(16).padStart(8, '0')
