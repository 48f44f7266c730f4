/** The Shape Detection API, as far as it is used; TypeScript does not know it. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Undefined where the browser has none, or none for QR codes. */
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
