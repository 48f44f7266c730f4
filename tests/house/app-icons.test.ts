import { expect, test } from 'vitest'
import { appIconPath } from '../../apps/web/src/parts/icons/app-icon-paths.ts'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'

test('each built-in has an icon of the web app and a colour that no other has', () => {
  const paths = BUILT_INS.map(({ manifest }) => appIconPath(manifest.icon, undefined))
  expect(paths).not.toContain(appIconPath(undefined, undefined))
  expect(new Set(paths).size).toBe(BUILT_INS.length)
  expect(new Set(BUILT_INS.map(({ owner }) => owner?.hue ?? -1)).size).toBe(BUILT_INS.length)
})

test('an unknown icon is that of the category', () => {
  expect(appIconPath('no-such', 'pay')).toBe(appIconPath('send', undefined))
  expect(appIconPath('constructor', null)).toBe(appIconPath('apps', undefined))
  expect(appIconPath('call_split', 'pay')).toBe(appIconPath('call-split', undefined))
})
