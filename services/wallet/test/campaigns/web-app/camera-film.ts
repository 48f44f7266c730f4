import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'

/** The file that the browser uses as its camera. The browser reads it when the camera is opened. */
const FILM = join(mkdtempSync(join(tmpdir(), 'satchel-camera-')), 'film.y4m')
const [WIDTH, HEIGHT] = [640, 480] as const

export const CAMERA_ARGUMENTS = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`]

/** Each code of several is shown this long: 0.3 seconds. */
const FRAMES_EACH = 6

/** A film of one code on white paper, or of several in turn; undefined: of the paper alone. */
export function film(text: string | readonly string[] | undefined): void {
  const texts = typeof text === 'object' ? text : [text]
  const frames = texts.flatMap((one) =>
    Array.from({ length: texts.length === 1 ? 20 : FRAMES_EACH }, () => frameOf(one)),
  )
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F20:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(FILM, Buffer.concat([header, ...frames]))
}

function frameOf(text: string | undefined): Buffer {
  const brightness = new Uint8Array(WIDTH * HEIGHT).fill(235)
  if (text !== undefined) {
    const { size, data } = encode(text, { ecc: 'M', border: 4 })
    const scale = Math.floor(HEIGHT / size)
    const [left, top] = [Math.floor((WIDTH - size * scale) / 2), Math.floor((HEIGHT - size * scale) / 2)]
    for (let y = 0; y < size * scale; y += 1)
      for (let x = 0; x < size * scale; x += 1)
        if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true) brightness[(top + y) * WIDTH + left + x] = 16
  }
  const grey = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128)
  return Buffer.concat([Buffer.from('FRAME\n'), brightness, grey])
}
