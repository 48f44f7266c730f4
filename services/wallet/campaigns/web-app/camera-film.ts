import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'

/** What the camera of the browser sees; it is read when the camera is opened. */
const FILM = join(mkdtempSync(join(tmpdir(), 'satchel-camera-')), 'film.y4m')
const [WIDTH, HEIGHT] = [640, 480] as const

export const CAMERA_ARGUMENTS = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`]

/** A film of one code on white paper; undefined: of the paper alone. */
export function film(text: string | undefined): void {
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
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, grey])
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F20:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(FILM, Buffer.concat([header, ...Array.from({ length: 20 }, () => frame)]))
}
