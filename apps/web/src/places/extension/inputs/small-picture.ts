/** What a card of a till needs on a sharp screen. */
const [WIDTH, HEIGHT] = [480, 300]
/** The service takes three times as much; this leaves room for the other pictures. */
const GOAL_BYTES = 7000

const TRIES = [1, 0.75, 0.5, 0.35].flatMap((scale) => [0.8, 0.65, 0.5].map((quality) => ({ scale, quality })))

/**
 * A picture of the device as a small `data:` URL. It is drawn again, so nothing else of the file is sent: no place, no
 * camera. Rejects where the browser cannot read it.
 */
export async function toSmallPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  try {
    let small = await draw(bitmap, 1, 0.8)
    for (const { scale, quality } of TRIES.slice(1)) {
      if (small.size <= GOAL_BYTES) break
      small = await draw(bitmap, scale, quality)
    }
    return await dataUrlOf(small)
  } finally {
    bitmap.close()
  }
}

/** WebP; JPEG where the browser does not write that. */
async function draw(bitmap: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const fit = scale * Math.min(1, WIDTH / bitmap.width, HEIGHT / bitmap.height)
  const canvas = new OffscreenCanvas(Math.max(1, bitmap.width * fit), Math.max(1, bitmap.height * fit))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  // A JPEG has no holes.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality })
}

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')))
    reader.readAsDataURL(file)
  })
