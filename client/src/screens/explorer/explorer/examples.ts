import type { TFunction } from 'i18next';

interface Example {
  query: string;
  variables: string;
}

const AD_STATISTICS = `query AdStatisticsByAsp($productId: Int!) {
  adSummaries(productId: $productId, axis: [ASP], sortName: "cvTotalFinal", sortAsc: false) {
    dateFrom
    dateTo
    results {
      asp
      adClickCount
      cvTotalFinal
      cvr
      adCost
      cpa
      amountSum
      roas
    }
    total {
      adClickCount
      cvTotalFinal
      adCost
      amountSum
    }
  }
}
`;

const ATTRIBUTION = `query AttributionByModel($productId: Int!) {
  attributions(productId: $productId, axis: [ASP], sortName: "attrCv", sortAsc: false) {
    results {
      asp
      cvTotalFinal
      models {
        attributionModel
        attrCv
        attrAmount
      }
    }
    total {
      cvTotalFinal
      models {
        attributionModel
        attrCv
      }
    }
  }
}
`;

const CONVERSIONS = `query LatestConversions($productId: Int!) {
  conversions(productId: $productId, pageSize: 10) {
    count
    results {
      eventId
      cvTime
      amount
      repeat
      lastCvAd {
        id
        label
      }
      lastCvInteractionId
      performanceCvAd {
        label
      }
    }
  }
  interactions(productId: $productId, pageSize: 10) {
    results {
      id
      createdAt
      visitorId
      ad {
        label
      }
      device
    }
  }
}
`;

/** The saved examples, each opened as a tab, about the active product. */
export function exampleQueries(productId: number, t: TFunction): Example[] {
  const variables = JSON.stringify({ productId }, null, 2);
  const titled = (title: string, query: string): Example => ({ query: `# ${title}\n${query}`, variables });
  return [
    titled(t('explorer.examples.adStatistics'), AD_STATISTICS),
    titled(t('explorer.examples.attribution'), ATTRIBUTION),
    titled(t('explorer.examples.conversions'), CONVERSIONS),
  ];
}
