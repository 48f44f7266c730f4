/** The used part of Web NFC; TypeScript lacks its types. */
interface TagWriter {
  write(message: { records: readonly { recordType: 'url'; data: string }[] }): Promise<void>
}

export const canWriteTags = (): boolean => 'NDEFReader' in window

/** Writes to the next tag held to the phone. */
export function writeTag(text: string): Promise<void> {
  const { NDEFReader } = window as unknown as { NDEFReader: new () => TagWriter }
  const data = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `lightning:${text}`
  return new NDEFReader().write({ records: [{ recordType: 'url', data }] })
}
