import {
  CARDS,
  completeChoice,
  moveCard,
  visibleCards,
  toggleCard,
  type Card,
  type CardChoice,
} from './cards';

const all: CardChoice = { order: CARDS, hidden: [] };

describe('card choice', () => {
  it('shows all but the hidden cards in the chosen order', () => {
    expect(visibleCards({ order: ['ads', 'trend', 'month'], hidden: ['trend'] })).toEqual(['ads', 'month']);
    expect(visibleCards(toggleCard(toggleCard(all, 'ads'), 'ads'))).toEqual(CARDS);
  });

  it('moves a card by one position, but not past the ends', () => {
    expect(moveCard(all, 'attention', -1).order.slice(0, 2)).toEqual(['attention', 'yesterday']);
    expect(moveCard(all, 'yesterday', -1)).toBe(all);
    expect(moveCard(all, 'links', 1)).toBe(all);
  });

  it.each<[string, readonly string[], Card[]]>([
    [
      'a choice from before a card was added',
      ['month', 'yesterday', 'ads', 'links'],
      ['month', 'yesterday', 'attention', 'trend', 'ads', 'links'],
    ],
    ['a choice with a removed card', [...CARDS, 'weather'], [...CARDS]],
    [
      'a choice with a duplicate card',
      ['ads', 'ads', ...CARDS],
      ['ads', 'yesterday', 'attention', 'trend', 'month', 'links'],
    ],
    ['an empty choice', [], [...CARDS]],
  ])('repairs %s', (_, order, cards) =>
    expect(completeChoice({ order: order as Card[], hidden: [] }).order).toEqual(cards),
  );
});
