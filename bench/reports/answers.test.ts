import { Kind, parse } from 'graphql';
import { SCREENS, consoleDocuments } from './answers';

describe('the queries of the bench', () => {
  const documents = consoleDocuments();

  it.each(Object.keys(SCREENS))('pass only the variables of %s, and all required ones', (name) => {
    const operation = parse(documents[name] ?? '').definitions.find(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION,
    );
    const names = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    const needed = (operation?.variableDefinitions ?? []).flatMap(({ type, defaultValue, variable }) =>
      type.kind === Kind.NON_NULL_TYPE && !defaultValue ? variable.name.value : [],
    );
    const given = Object.keys(
      SCREENS[name]!({ productId: 1, adId: 1, range: { from: 20261001, to: 20261031 } }),
    );
    expect(needed.filter((one) => !given.includes(one))).toEqual([]);
    expect(given.filter((one) => !names.includes(one))).toEqual([]);
  });
});
