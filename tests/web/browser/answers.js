async (base, cases) => {
  // What the page's own modules say about each case, for test_rules.py to compare with the referee.
  const { Rules, autoplayMoves, isWon, learn, legalMoves, play, refusal } = await import(`${base}rules.js`);
  const { formatMove, parseMove } = await import(`${base}notation.js`);
  const { dealCards } = await import(`${base}deals.js`);
  const { formatLink, parseLink } = await import(`${base}links.js`);
  const { Game } = await import(`${base}game.js`);
  const { formatTree } = await import(`${base}trees.js`);
  const bare = ({ source, target, count }) => [source, target, count];
  const asMove = ([source, target, count]) => ({ source, target, count });
  const kinds = {
    position({ data, changes, position, moves, words }) {
      const rules = new Rules(data, changes);
      const legal = legalMoves(rules, position);
      return {
        legal: legal.map(bare),
        refused: moves.map((move) => refusal(rules, position, asMove(move))?.code ?? null),
        autoplay: ["none", "safe", "max"].map((rule) => autoplayMoves(rules, position, rule).map(bare)),
        after: legal.map((move) => play(position, move)),
        written: legal.map((move) => formatMove(rules, position, move)),
        read: words.map((word) => bare(parseMove(rules, position, word))),
        won: isWon(rules, position),
        scored: rules.scored,
      };
    },
    deal({ data, changes, numbers }) {
      const rules = new Rules(data, changes);
      return numbers.map((number) => rules.deal(dealCards(number, rules.deck)));
    },
    link({ data, link }) {
      const parsed = parseLink(link);
      const rules = new Rules(data, parsed.changes);
      const start = rules.deal(dealCards(parsed.number, rules.deck));
      const game = new Game(rules, start, { autoplay: parsed.autoplay });
      game.root.comment = parsed.nodes[0].comment;
      const made = [game.root];
      for (const { word, parent, name, comment } of parsed.nodes.slice(1)) {
        made.push(Object.assign(game.add(made[parent], game.parse(word, made[parent])), { name, comment }));
      }
      game.jump(made[parsed.at]);
      const { text, at, end } = formatTree(game.root, game.here);
      return { link: formatLink({ ...parsed, moves: text, at: at === end ? null : at }), position: game.position };
    },
    refusedLink({ link }) {
      try {
        return parseLink(link);
      } catch (error) {
        return error.constructor.name;
      }
    },
  };
  return cases.map(({ kind, changeable = [], ...rest }) => {
    learn(changeable);
    return kinds[kind](rest);
  });
};
