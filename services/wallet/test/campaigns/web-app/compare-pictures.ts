import type { Page } from 'playwright-core'

/** Each side of a block, in pixels of the screen: what moves by less than a few of them is within the tolerance. */
const BLOCK = 16
/** How far the mean colour of a block may be off, of 255. Glyphs that are drawn otherwise change it by less. */
const MAX_OFF = 20
/** How many blocks may differ more: a glyph that reaches into its neighbour. */
const MAX_BLOCKS = 2
/** Stored pictures have half the size, so that files are small. */
const KEPT_SCALE = 0.5
const KEPT_QUALITY = 0.5

/** Decodes and compares pictures in a page of the browser that took them: Node needs no library for it. */
export interface PictureLab {
  /** The reduced screenshot that is stored. */
  shrink(png: Buffer): Promise<Buffer>
  /** The blocks in which the screenshot differs from the stored one, as `column × row` in pixels. */
  differences(png: Buffer, kept: Buffer): Promise<readonly string[]>
}

export function openPictureLab(page: Page): PictureLab {
  const run = <Answer>(script: string, ...pictures: Buffer[]): Promise<Answer> =>
    page.evaluate<Answer>(
      `(async (pictures) => { ${DRAW}; ${script} })(${JSON.stringify(pictures.map((bytes) => bytes.toString('base64')))})`,
    )
  return {
    async shrink(png) {
      return Buffer.from(await run<string>(SHRINK, png), 'base64')
    },
    async differences(png, kept) {
      const off = await run<readonly string[] | string>(COMPARE, png, kept)
      if (typeof off === 'string') return [off]
      return off.length > MAX_BLOCKS ? off : []
    },
  }
}

const DRAW = `
  const read = async (base64) => createImageBitmap(await (await fetch('data:image/png;base64,' + base64)).blob())
  const draw = (bitmap, width, height) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return { canvas, pixels: context.getImageData(0, 0, width, height).data }
  }`

const SHRINK = `
  const bitmap = await read(pictures[0])
  const { canvas } = draw(bitmap, bitmap.width * ${KEPT_SCALE}, bitmap.height * ${KEPT_SCALE})
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${KEPT_QUALITY} })
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))`

/** Both as they are kept, then the mean of each block. */
const COMPARE = `
  const [seen, kept] = await Promise.all(pictures.map(read))
  const [width, height] = [seen.width * ${KEPT_SCALE}, seen.height * ${KEPT_SCALE}]
  if (kept.width !== width || kept.height !== height) return 'another size: ' + kept.width + ' × ' + kept.height
  const [now, before] = [seen, kept].map((bitmap) => draw(bitmap, width, height).pixels)
  const side = ${BLOCK * KEPT_SCALE}
  const off = []
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const sums = [0, 0, 0]
      let count = 0
      for (let y = top; y < Math.min(top + side, height); y += 1)
        for (let x = left; x < Math.min(left + side, width); x += 1) {
          const at = (y * width + x) * 4
          for (const colour of [0, 1, 2]) sums[colour] += now[at + colour] - before[at + colour]
          count += 1
        }
      const most = Math.max(...sums.map((sum) => Math.abs(sum / count)))
      if (most > ${MAX_OFF}) off.push(left / ${KEPT_SCALE} + ' × ' + top / ${KEPT_SCALE} + ' by ' + Math.round(most))
    }
  return off`
