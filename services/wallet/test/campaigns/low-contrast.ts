/**
 * Runs in a page, as text: lists every text with too little contrast to its background (WCAG 2.2, 1.4.3), as
 * `ratio: text`.
 */
export const LOW_CONTRAST = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    const colours = []
    for (let one = element; one !== null; one = one.parentElement) colours.unshift(getComputedStyle(one).backgroundColor)
    return ['white', getComputedStyle(document.documentElement).colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? 'black' : 'white', ...colours]
  }
  const low = []
  for (const element of document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('').trim() || element.value
    if (typeof text !== 'string' || text === '' || !element.checkVisibility({ opacityProperty: true }) || element.matches(':disabled')) continue
    const style = getComputedStyle(element)
    const grounds = behind(element)
    const [ink, ground] = [luminance(over([...grounds, style.color])), luminance(over(grounds))]
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
    const size = parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (large ? 3 : 4.5)) low.push(ratio.toFixed(2) + ': ' + text.slice(0, 40))
  }
  return low
})()`
