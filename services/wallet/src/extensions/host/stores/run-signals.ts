import { CommandSignal } from '../../../db/command-signal.ts'

/** Another run changed the same rows first: the handler runs again. */
export const RUN_CONFLICT = 'run-conflict'
/** Another row has the value. The signal is about the kind of row and the field. */
export const VALUE_TAKEN = 'value-taken'

export const runConflict = (): CommandSignal => new CommandSignal(RUN_CONFLICT)
export const valueTaken = (kind: string, field: string): CommandSignal => new CommandSignal(VALUE_TAKEN, [kind, field])
