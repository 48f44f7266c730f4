/** The used part of Web NFC; TypeScript lacks its types. */
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

/** Asks for permission, then reads every card held to the phone. */
export async function openNfcReader(signal: AbortSignal): Promise<NfcReader> {
  const { NDEFReader } = window as unknown as { NDEFReader: new () => NfcReader }
  const reader = new NDEFReader()
  await reader.scan({ signal })
  return reader
}

/** The first record with a withdraw link. */
export function textOf({ message }: NfcReading): string | undefined {
  const texts = message.records
    .filter(({ recordType }) => recordType === 'url' || recordType === 'text')
    .map(({ data }) => (data === undefined ? '' : new TextDecoder().decode(data)))
  return texts.find((text) => /lnurl/i.test(text))
}
