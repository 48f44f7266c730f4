import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandCss, contrast, rgbOf } from './brand-css.ts'

test('text in and on any colour of a shop is readable on light and dark paper', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
      const css = brandCss(`#${color.toString(16).padStart(6, '0')}`)
      const found = [...css.matchAll(/--accent:(#\w{6});--on-accent:(#\w{3})/g)]
      expect(found).toHaveLength(2)
      for (const [index, [, accent = '', on = '']] of found.entries()) {
        const paper = rgbOf(index === 0 ? '#fcfbf8' : '#15130f')
        expect(contrast(rgbOf(accent), paper)).toBeGreaterThan(4.5)
        expect(contrast(rgbOf(accent), on === '#fff' ? [255, 255, 255] : [0, 0, 0])).toBeGreaterThan(4.5)
      }
    }),
  )
})

test('a readable colour stays as the shop has chosen it', () => {
  expect(brandCss('#0a5c36')).toContain(':root{--accent:#0a5c36;--on-accent:#fff')
})
