import { encode } from 'uqr'
import './qr-code.css'

/** A QR code of SVG elements, so that no image is loaded. Always dark on white with a margin. */
export function QrCode({ data, label }: { readonly data: string; readonly label: string }) {
  const { size, data: modules } = encode(data, { ecc: 'M', border: 2 })
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={drawn(modules)} fill="#000" />
    </svg>
  )
}

/** One path segment for each run of dark modules. */
function drawn(modules: readonly (readonly boolean[])[]): string {
  let path = ''
  modules.forEach((line, y) => {
    for (let x = 0; x < line.length; x += 1) {
      if (line[x] !== true) continue
      const from = x
      while (line[x + 1] === true) x += 1
      path += `M${from} ${y}h${x - from + 1}v1h${from - x - 1}z`
    }
  })
  return path
}
