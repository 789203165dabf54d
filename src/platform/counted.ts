/** How many there are, with the noun: "1 page", "3 pages". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
