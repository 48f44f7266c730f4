/** Short, unlike one another, and easy to say. */
export const DEFAULT_WORDS: readonly string[] = `
acorn amber anchor apple arrow autumn badger basket beacon birch biscuit blanket bottle bramble bridge bronze bucket
butter button cabin candle canyon carpet castle cedar cellar chalk cherry chimney cinnamon clover cobalt comet copper
coral cotton cradle crystal dagger daisy desert dolphin dragon eagle ember falcon feather fennel ferry fiddle forest
fountain galaxy garden ginger glacier granite guitar hammer harbour harvest hazel helmet honey horizon island ivory
jacket jasmine jungle kettle ladder lagoon lantern lemon lilac lobster magnet mango maple marble meadow melody mirror
mosaic mountain needle nutmeg oasis olive orchid otter oyster paddle panther parsley pebble pepper piano pigeon planet
plum pocket pumpkin quartz rabbit raven ribbon river rocket saddle saffron salmon satin shadow shelter silver sparrow
spiral spruce summer sunset teapot thistle thunder timber tunnel turtle umbrella valley velvet violin walnut whistle
willow window winter zebra
`
  .trim()
  .split(/\s+/)
