import { type Html, html } from '@satchel/page/html'
import { encode } from 'uqr'

/** Longer texts do not fit into a QR code that cameras can read. */
export const MAX_QR_CHARACTERS = 2300

/** A QR code with its quiet zone, dark on white in every colour scheme: not every wallet reads inverted ones. */
export function qrSvg(text: string): Html | undefined {
  if (text.length > MAX_QR_CHARACTERS) return undefined
  try {
    const shown = scannable(text.toWellFormed())
    const { size, data } = encode(shown, { ecc: 'L', boostEcc: true, border: 0, maskPattern: maskOf(shown) })
    const side = size + 2 * QUIET
    return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${pathOf(data)}"/></svg>`
  } catch {
    // The text may still be too long in bytes.
    return undefined
  }
}

/**
 * Trying all eight masks takes most of the time, and avoids large areas of one colour. Lightning texts look random
 * under any mask, so one suffices: a sheet of vouchers or a long invoice must not delay other requests.
 */
const maskOf = (text: string): number => (LIGHTNING.test(text) || text.length > MAX_TRIED ? 0 : TRY_ALL)
const TRY_ALL = -1
const MAX_TRIED = 300

/** Modules around it, as the standard demands. */
const QUIET = 4

/** One stroke per run of dark modules. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => {
      let path = ''
      for (let x = 0; x < row.length; x += 1) {
        if (row[x] !== true) continue
        const start = x
        while (row[x + 1] === true) x += 1
        path += `M${start + QUIET} ${y + QUIET}h${x - start + 1}v1H${start + QUIET}z`
      }
      return path
    })
    .join('')
}

/** Lightning texts in capitals, scheme included: the code is coarser then, and easier to read from afar. */
function scannable(text: string): string {
  return LIGHTNING.test(text) ? text.toUpperCase() : text
}

const LIGHTNING = /^(?:lightning:)?ln(?:bc|tb|tbs|bcrt|sb|url)[0-9a-z]+$/i

/** A URL that opens a wallet, for invoices, LNURLs and Lightning addresses; undefined for other texts. */
export function lightningLink(text: string): string | undefined {
  const bare = text.replace(/^lightning:/i, '')
  return LIGHTNING.test(bare) || ADDRESS.test(bare) ? `lightning:${bare}` : undefined
}

const ADDRESS = /^[a-z0-9._+-]{1,64}@[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?$/i
