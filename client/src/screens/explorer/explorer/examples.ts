import type { TFunction } from 'i18next';

interface Example {
  query: string;
}

const adStatistics = (productId: number): string => `query AdStatisticsByAsp($productId: Int! = ${productId}) {
  adSummaries(productId: $productId, axis: [ASP], sortName: "cvTotalFinal", sortAsc: false) {
    dateFrom
    dateTo
    results {
      asp
      figures {
        adClickCount
        cvTotalFinal
        cvr
        adCost
        cpa
        amountSum
        roas
      }
    }
    total {
      figures {
        adClickCount
        cvTotalFinal
        adCost
        amountSum
      }
    }
  }
}
`;

const attribution = (productId: number): string => `query AttributionByModel($productId: Int! = ${productId}) {
  attributions(productId: $productId, axis: [ASP], sortName: "attrCv", sortAsc: false) {
    results {
      asp
      figures {
        cvTotalFinal
      }
      models {
        attributionModel
        figures {
          attrCv
          attrAmount
        }
      }
    }
    total {
      figures {
        cvTotalFinal
      }
      models {
        attributionModel
        figures {
          attrCv
        }
      }
    }
  }
}
`;

const conversions = (productId: number): string => `query LatestConversions($productId: Int! = ${productId}) {
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
      touches
      latency
      path {
        position
        time
        ad {
          id
          label
        }
        device
        shares {
          linear
          decay
          touchPoint
          startingPoint
          endingPoint
        }
      }
    }
  }
}
`;

/** The saved examples, each opened as a tab, about the active product. */
export function exampleQueries(productId: number, t: TFunction): Example[] {
  const titled = (title: string, query: string): Example => ({ query: `# ${title}\n${query}` });
  return [
    titled(t('explorer.examples.adStatistics'), adStatistics(productId)),
    titled(t('explorer.examples.attribution'), attribution(productId)),
    titled(t('explorer.examples.conversions'), conversions(productId)),
  ];
}
