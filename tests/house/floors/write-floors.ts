import { DOORS, NODE_DOORS, READS_ENVIRONMENT } from './doors.ts'
import { FLOORS, type Floor, LIGHTNING, ROOMS } from './floors.ts'
import { FOLDERS, USED_PACKAGES } from './folders.ts'

/** docs/floors.md, from the tables that the tests check. */
export const writeFloors = (): string =>
  [
    '# Floors, rooms and doors',
    '',
    'Written from the tables in `tests/house/floors/`; change a table, then run `npm test -- tests/house/architecture.test.ts -u`. Why there are floors, and the map: [ARCHITECTURE](../ARCHITECTURE.md).',
    '',
    '## Folders',
    '',
    '| Folder | Has |',
    '|---|---|',
    ...Object.entries(FOLDERS).map(([folder, has]) => `| \`${folder}\` | ${has} |`),
    '',
    'Packages import nothing from the services, and services nothing of each other. Three parts may use these packages only:',
    '',
    ...Object.entries(USED_PACKAGES).map(([part, names]) => `- \`${part}\`: ${listed(names)}`),
    '',
    'In the tables below a name is a file without its ending (and its test), `folder/` everything below a folder, `*` any file of a folder, `**` any path; of several patterns the closest one counts.',
    '',
    '## Floors',
    '',
    'The top floor is first. A file imports from its own floor and from those below. Folders of one floor do not import each other; in the web app places do not. Type imports count, and in the wallet service tests, too.',
    ...tablesOf(FLOORS),
    '',
    '## Rooms',
    '',
    'A folder has at most 30 sources directly in it. A larger one is divided into rooms, which have floors as well. Rooms of one floor do not import each other; tests count as sources.',
    ...tablesOf(ROOMS),
    '',
    '## Doors',
    '',
    'Each outside thing is used in the places named only:',
    '',
    '| Thing | Only in |',
    '|---|---|',
    `| \`process.env\` | ${listed(READS_ENVIRONMENT)} |`,
    ...DOORS.map(({ thing, only }) => `| ${thing} | ${listed(only)} |`),
    `| Connections to nodes | ${listed(NODE_DOORS.map((door) => LIGHTNING + door).join(' '))} |`,
    '',
    'Only `ledger/` writes the tables of the ledger; only `payments/states/move-payment` changes the state of a payment.',
    '',
  ].join('\n')

const tablesOf = (tables: Readonly<Record<string, readonly Floor[]>>): string[] =>
  Object.entries(tables).flatMap(([folder, floors]) => [
    '',
    `### \`${folder}\``,
    '',
    '| Files | Purpose |',
    '|---|---|',
    ...floors.map(([files, purpose = '']) => `| ${listed(files)} | ${purpose} |`),
  ])

const listed = (files: string): string =>
  files
    .split(' ')
    .map((file) => `\`${file}\``)
    .join(', ')
