import { reject } from '@satchel/extension-sdk/rejection'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'

export interface Extracted {
  /** Hex. */
  readonly tx: string
  readonly txid: string
  /** Satoshis. */
  readonly fee: number
}

/** The transaction of a PSBT that is signed completely, ready to be broadcast. */
export function extractTransaction(psbt: string): Extracted {
  const signed = readPsbt(psbt)
  try {
    for (let at = 0; at < signed.inputsLength; at += 1) {
      const { finalScriptSig, finalScriptWitness } = signed.getInput(at)
      if (finalScriptSig === undefined && finalScriptWitness === undefined) signed.finalizeIdx(at)
    }
    const { hex: tx, id: txid } = Transaction.fromRaw(signed.extract(), READ)
    return { tx, txid, fee: Number(signed.fee) }
  } catch {
    throw reject('The PSBT is not signed completely.')
  }
}

const READ = { allowUnknownInputs: true, allowUnknownOutputs: true } as const

function readPsbt(psbt: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbt.trim()), READ)
  } catch {
    throw reject('body.psbt: not a PSBT in Base64.', 422)
  }
}
