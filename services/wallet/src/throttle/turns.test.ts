import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('a few at once, the others in the order in which they came; another name does not wait', async () => {
  const turns = createTurns({ mostAtOnce: 2 })
  const entered: string[] = []
  const enter = async (who: string, name = 'line') => {
    const leave = await turns.enter(name)
    entered.push(who)
    return leave
  }
  const [leaveFirst, leaveSecond] = [await enter('1'), await enter('2')]
  const third = enter('3')
  const fourth = enter('4')
  await enter('other', 'another line')
  expect(entered).toEqual(['1', '2', 'other'])
  leaveSecond()
  const leaveThird = await third
  expect(entered).toEqual(['1', '2', 'other', '3'])
  leaveFirst()
  const leaveFourth = await fourth
  leaveThird()
  leaveFourth()
  // All places are free again.
  await enter('5')
  await enter('6')
  expect(entered).toEqual(['1', '2', 'other', '3', '4', '5', '6'])
})
