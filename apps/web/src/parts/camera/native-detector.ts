/** The used part of the Shape Detection API; TypeScript lacks its types. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Undefined if the browser cannot detect QR codes. */
export async function nativeDetector(): Promise<
  { read(source: ImageBitmapSource): Promise<string | undefined> } | undefined
> {
  const { BarcodeDetector } = window as unknown as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => [])
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return { read: async (source) => (await detector.detect(source))[0]?.rawValue }
}
