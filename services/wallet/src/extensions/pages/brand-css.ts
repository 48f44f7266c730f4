/** The same colours as in `base.css`. */
const PAPER = { light: [252, 251, 248], dark: [21, 19, 15] } as const

type Rgb = readonly [red: number, green: number, blue: number]

/** WCAG requires 4.5 between text and background; tinted backgrounds reduce it a little. */
const MIN_CONTRAST = 5
const STEPS = 40

/** The brand colour, darkened for the light scheme and lightened for the dark one until it is readable. */
export function brandCss(hex: string): string {
  const light = rules(readable(rgbOf(hex), PAPER.light, [0, 0, 0]))
  const dark = rules(readable(rgbOf(hex), PAPER.dark, [255, 255, 255]))
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}@media print{:root{--accent:#000}}`
}

function rules(accent: Rgb): string {
  const on = contrast(accent, [255, 255, 255]) >= contrast(accent, [0, 0, 0]) ? '#fff' : '#000'
  return `--accent:${hexOf(accent)};--on-accent:${on};--tint:${hexOf(accent)}22`
}

function readable(color: Rgb, paper: Rgb, towards: Rgb): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(color, towards, step / STEPS)
    if (contrast(mixed, paper) >= MIN_CONTRAST) return mixed
  }
  return towards
}

const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  between(one[0], other[0], share),
  between(one[1], other[1], share),
  between(one[2], other[2], share),
]
const between = (one: number, other: number, share: number): number => Math.round(one + (other - one) * share)

/** WCAG 2, relative luminance. */
export function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
const linear = (part: number): number => {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

export const rgbOf = (hex: string): Rgb => {
  const all = Number.parseInt(hex.replace('#', ''), 16)
  return [(all >> 16) & 255, (all >> 8) & 255, all & 255]
}
const hexOf = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
