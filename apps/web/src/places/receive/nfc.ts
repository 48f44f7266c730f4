/** Web NFC, as far as it is used; TypeScript does not know it. */
interface NdefRecord {
  readonly recordType: string
  readonly data?: DataView
}
export interface NfcReading extends Event {
  readonly message: { readonly records: readonly NdefRecord[] }
}
export interface NfcReader {
  scan(options: { signal: AbortSignal }): Promise<void>
  addEventListener(type: 'reading', listener: (event: NfcReading) => void): void
}

/** Asks the person for permission, then reads every card that is held to the phone. */
export async function openNfcReader(signal: AbortSignal): Promise<NfcReader> {
  const { NDEFReader } = window as unknown as { NDEFReader: new () => NfcReader }
  const reader = new NDEFReader()
  await reader.scan({ signal })
  return reader
}

/** The first record that names a withdraw link. */
export function textOf({ message }: NfcReading): string | undefined {
  const texts = message.records
    .filter(({ recordType }) => recordType === 'url' || recordType === 'text')
    .map(({ data }) => (data === undefined ? '' : new TextDecoder().decode(data)))
  return texts.find((text) => /lnurl/i.test(text))
}
