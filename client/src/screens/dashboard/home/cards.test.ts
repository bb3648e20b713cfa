import {
  CARDS,
  completeChoice,
  movedCard,
  shownCards,
  toggledCard,
  type Card,
  type CardChoice,
} from './cards';

const all: CardChoice = { order: CARDS, hidden: [] };

describe('card choice', () => {
  it('shows all but the hidden cards in the chosen order', () => {
    expect(shownCards({ order: ['ads', 'trend', 'month'], hidden: ['trend'] })).toEqual(['ads', 'month']);
    expect(shownCards(toggledCard(toggledCard(all, 'ads'), 'ads'))).toEqual(CARDS);
  });

  it('moves a card by one position, but not past the ends', () => {
    expect(movedCard(all, 'attention', -1).order.slice(0, 2)).toEqual(['attention', 'yesterday']);
    expect(movedCard(all, 'yesterday', -1)).toBe(all);
    expect(movedCard(all, 'links', 1)).toBe(all);
  });

  it.each<[string, readonly string[], Card[]]>([
    [
      'of before a card was added',
      ['month', 'yesterday', 'ads', 'links'],
      ['month', 'yesterday', 'attention', 'trend', 'ads', 'links'],
    ],
    ['with a card that is gone', [...CARDS, 'weather'], [...CARDS]],
    [
      'with a card twice',
      ['ads', 'ads', ...CARDS],
      ['ads', 'yesterday', 'attention', 'trend', 'month', 'links'],
    ],
    ['that is empty', [], [...CARDS]],
  ])('repairs %s', (_, order, cards) =>
    expect(completeChoice({ order: order as Card[], hidden: [] }).order).toEqual(cards),
  );
});
