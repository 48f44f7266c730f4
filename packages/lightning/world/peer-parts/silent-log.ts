import type { Log } from '../../src/port/log.ts'

export const SILENT_LOG: Log = { warn() {}, error() {} }
