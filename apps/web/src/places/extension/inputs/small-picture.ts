/** The size of a till's card on a high-resolution screen. */
const [WIDTH, HEIGHT] = [480, 300]
/** A third of the service's limit, which leaves room for other pictures. */
const GOAL_BYTES = 7000

const TRIES = [1, 0.75, 0.5, 0.35].flatMap((scale) => [0.8, 0.65, 0.5].map((quality) => ({ scale, quality })))

/**
 * Scales an image to a small `data:` URL. Drawing it again drops metadata such as place and camera. Rejects if the
 * browser cannot decode it.
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

/** WebP, or JPEG if the browser cannot encode it. */
async function draw(bitmap: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const fit = scale * Math.min(1, WIDTH / bitmap.width, HEIGHT / bitmap.height)
  const canvas = new OffscreenCanvas(Math.max(1, bitmap.width * fit), Math.max(1, bitmap.height * fit))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  // JPEG has no transparency.
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
